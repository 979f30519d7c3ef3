/** The offers that wait for our answer, as facts and answers. */
import { proposalText } from "../movelog.ts";
import type { Side, View } from "../protocol.ts";
import { scoreText, shownScore } from "../results.ts";
import { other } from "../sides.ts";
import type { State } from "../store.ts";
import { type Wish, sideFor } from "../wishes.ts";
import { kindWord, pointsWord } from "../words.ts";

export interface Answer {
  wish: Wish;
  label: string;
  /** Class of the button. */
  look: string;
  /** Asked once more, when the reader wants that; "" for answers that are never asked again. */
  question: string;
}

export interface Offer {
  name: "cube" | "resignation" | "proposal";
  /** Another offer has another key. */
  key: string;
  title: string;
  facts: [string, string][];
  answers: Answer[];
}

/** What we have to answer now, if anything. */
export function offerOf(state: Readonly<State>): Offer | null {
  const { view, you } = state;
  if (!view) return null;
  const taker = sideFor(view, you, "take");
  if (taker && view.offer) return cubeOffer(state, view, taker, view.offer);
  const accepter = sideFor(view, you, "accept_resignation");
  if (accepter && view.resignation) return resignationOffer(state, view, accepter, view.resignation);
  const agreer = sideFor(view, you, "accept");
  if (agreer && view.proposal) return proposalOffer(state, view, agreer, view.proposal);
  return null;
}

function standing(view: View, me: Side): [string, string][] {
  const foe = other(me);
  const facts: [string, string][] = [];
  const score = scoreText(shownScore(view, me), shownScore(view, foe));
  const to = interpolate(gettext("%(score)s, playing to %(length)s"), { score, length: view.length }, true);
  if (view.kind !== "single") facts.push([gettext("Score"), view.length === null ? score : to]);
  facts.push([gettext("Pips"), scoreText(view.pips[me], view.pips[foe])]);
  return facts;
}

function cubeOffer(state: Readonly<State>, view: View, me: Side, offer: NonNullable<View["offer"]>): Offer {
  const values = { name: state.names[offer.by], value: offer.value };
  const beaver = view.can[me].beaver_value;
  const again = offer.depth > 0;
  const answers: Answer[] = [
    {
      wish: { t: "take" },
      label: again ? gettext("Accept") : gettext("Take"),
      look: "button-primary",
      question: interpolate(gettext("Really go on with the cube at %(value)s?"), values, true),
    },
    {
      wish: { t: "drop" },
      label: dropLabel(again, state.refusalPlaysOn, offer.drop_cost),
      look: "",
      question: interpolate(gettext("Really lose %(points)s?"), { points: pointsWord(offer.drop_cost) }, true),
    },
  ];
  if (view.can[me].beaver && beaver !== null) {
    const label = redoubleLabel(offer.depth, beaver, me === offer.owner, state.names[offer.owner]);
    answers.push({ wish: { t: "beaver" }, label, look: "", question: "" });
  }
  return {
    name: "cube",
    key: `cube ${view.decision}`,
    title: interpolate(cubeTitle(offer.depth), values, true),
    facts: [
      [gettext("Cube"), `${view.cube.value} → ${offer.value}`],
      [again ? gettext("A refusal costs") : gettext("A drop costs"), pointsWord(offer.drop_cost)],
      ...standing(view, me),
    ],
    answers,
  };
}

function dropLabel(again: boolean, playsOn: boolean, cost: number): string {
  if (!again) return gettext("Drop");
  if (!playsOn) return gettext("Refuse");
  return interpolate(gettext("Refuse: pay %(points)s and play on"), { points: pointsWord(cost) }, true);
}

function cubeTitle(depth: number): string {
  if (depth === 0) return gettext("%(name)s doubles to %(value)s");
  if (depth === 1) return gettext("%(name)s beavers: the cube goes to %(value)s");
  if (depth === 2) return gettext("%(name)s raccoons: the cube goes to %(value)s");
  return gettext("%(name)s turns the cube again, to %(value)s");
}

/** Turning the cube once more. It stays with who was doubled first (rules.md 3.3). */
function redoubleLabel(depth: number, value: number, isKeeper: boolean, keeper: string): string {
  const values = { value, name: keeper };
  if (depth === 0) return interpolate(gettext("Beaver: turn the cube to %(value)s and keep it"), values, true);
  if (depth === 1) return interpolate(gettext("Raccoon: turn the cube to %(value)s; %(name)s keeps it"), values, true);
  return isKeeper
    ? interpolate(gettext("Turn the cube again, to %(value)s, and keep it"), values, true)
    : interpolate(gettext("Turn the cube again, to %(value)s; %(name)s keeps it"), values, true);
}

function resignationOffer(
  state: Readonly<State>,
  view: View,
  me: Side,
  offer: NonNullable<View["resignation"]>,
): Offer {
  return {
    name: "resignation",
    key: `resignation ${view.decision}`,
    title: interpolate(
      gettext("%(name)s offers to resign a %(kind)s"),
      { name: state.names[offer.by], kind: kindWord(offer.kind) },
      true,
    ),
    facts: [[gettext("You would win"), pointsWord(offer.points)], ...standing(view, me)],
    answers: [
      { wish: { t: "accept_resignation" }, label: gettext("Accept"), look: "button-primary", question: "" },
      { wish: { t: "decline_resignation" }, label: gettext("Decline, play on"), look: "", question: "" },
    ],
  };
}

function proposalOffer(state: Readonly<State>, view: View, me: Side, offer: NonNullable<View["proposal"]>): Offer {
  return {
    name: "proposal",
    key: `proposal ${offer.by} ${offer.kind} ${offer.points} ${view.decision}`,
    title: interpolate(
      gettext("%(name)s offers %(offer)s"),
      { name: state.names[offer.by], offer: proposalText(offer) },
      true,
    ),
    facts: [...settlement(state, offer), ...standing(view, me)],
    answers: [
      { wish: { t: "accept" }, label: gettext("Agree"), look: "button-primary", question: "" },
      { wish: { t: "decline" }, label: gettext("Play on"), look: "", question: "" },
    ],
  };
}

/** Who would get the points of a settlement. */
function settlement(state: Readonly<State>, offer: NonNullable<View["proposal"]>): [string, string][] {
  if (offer.kind !== "settlement") return [];
  const getter = offer.points >= 0 ? offer.by : other(offer.by);
  return [[state.names[getter], pointsWord(Math.abs(offer.points))]];
}
