/** What moves over the flat board: checkers in flight or in a hand, dice that tumble, the cube that turns. */
import geometry from "../../../../matches/geometry.json";
import type { Place } from "./layout.ts";
import { checkerName, cubeText, type Pen, PIPS, use } from "./markup.ts";
import { type Airborne, airborne, braked, eased, type Motion, move } from "./motion.ts";
import type { Spot } from "./spots.ts";
import { about, after, facesSeen, rolling, type Turn } from "./turning.ts";
import type { Side } from "./types.ts";

const SVG = "http://www.w3.org/2000/svg";

function element(parent: SVGElement, name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  parent.append(made);
  return made;
}

function group(parent: SVGElement, inner = ""): SVGElement {
  const made = element(parent, "g", {});
  made.innerHTML = inner;
  return made;
}

/** A thing over the board with its shadow below. */
interface Lifted {
  body: SVGElement;
  /** Bring it to a place, so high above the board. */
  to(place: Airborne): void;
  remove(): void;
}

function lifted(parent: SVGElement, shadowName: string, inner: string): Lifted {
  const whole = group(parent);
  const shadow = group(whole, `<use href="#${shadowName}"/>`);
  const body = group(whole, inner);
  return {
    body,
    to({ x, y, height }) {
      const grown = 1 + height / 330;
      shadow.setAttribute("transform", `translate(${x + height * 0.35} ${y + height * 0.4}) scale(${grown})`);
      shadow.setAttribute("opacity", String(1 - height / 150));
      body.setAttribute("transform", `translate(${x} ${y - height * 0.5}) scale(${grown})`);
    },
    remove: () => whole.remove(),
  };
}

/** A checker in the hand; `to` moves it. */
export function heldChecker(parent: SVGElement, side: Side, { id }: Pen): Lifted {
  return lifted(parent, `${id}shadow`, `<use href="#${id}${side}-top"/>`);
}

/** The height at which a hand holds a checker. */
export const IN_HAND = 26;

/** 0 in the first part of the way, then up to 1 in the last `share` of it. */
function late(part: number, share: number): number {
  return Math.max(0, (part - 1 + share) / share);
}

/** A checker from one spot's pile to another's; what comes out of a tray or goes into it tips over on the way. */
export function flyChecker(
  parent: SVGElement,
  { side, from, to, start, goal }: { side: Side; from: Spot; to: Spot; start: Place; goal: Place },
  ms: number,
  { id }: Pen,
): Motion {
  const [leaves, joins] = [checkerName(side, from, id), checkerName(side, to, id)];
  const flatName = `${id}${side}-flat`;
  const [isFlatFirst, isFlatLast] = [leaves === flatName, joins === flatName];
  const checker = lifted(parent, `${id}shadow`, `<use href="#${id}${side}-top"/><use href="#${flatName}"/>`);
  const [round, flat] = [...checker.body.children] as [SVGElement, SVGElement];
  const motion = move(ms, (part) => {
    checker.to(airborne(start, goal, part));
    const tipped = Math.max(isFlatFirst ? late(1 - part, 0.4) : 0, isFlatLast ? late(part, 0.4) : 0);
    round.setAttribute("transform", `scale(1 ${1 - 0.7 * Math.min(1, tipped * 1.25)})`);
    round.setAttribute("visibility", tipped < 0.8 ? "inherit" : "hidden");
    flat.setAttribute("visibility", tipped < 0.8 ? "hidden" : "inherit");
  });
  void motion.over.then(checker.remove);
  return motion;
}

/** A cube of six drawings, the upper one first, that can be turned. */
function turnable(body: SVGElement, faces: readonly string[], half: number): (turn: Turn) => void {
  const shade = `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="6"/>`;
  const drawn = faces.map((face) => group(body, face + shade));
  return (turn) => {
    facesSeen(turn, half).forEach(({ shown, matrix, shade: dark }, at) => {
      const face = drawn[at] as SVGElement;
      face.setAttribute("visibility", shown ? "inherit" : "hidden");
      face.setAttribute("transform", `matrix(${matrix.map((part) => part.toFixed(4)).join(" ")})`);
      face.lastElementChild?.setAttribute("fill-opacity", dark.toFixed(3));
    });
  };
}

/** The numbers of a die's faces, the upper one first, opposite ones seven together. */
function facesOf(upper: number): number[] {
  const [a, b] = [1, 2, 3].filter((number) => number !== upper && number !== 7 - upper) as [number, number];
  return [upper, 7 - upper, a, 7 - a, b, 7 - b];
}

function dieFaces(number: number, side: Side, { id, dice, theme }: Pen): string[] {
  const edge = dice === "matching" ? theme[`${side}_dark`] : side === "white" ? theme.ivory_dark : theme.ebony_dark;
  const below = `<rect x="-27" y="-27" width="54" height="54" rx="5" fill="${edge}"/><use href="#${id}${side}-die-top"/>`;
  return facesOf(number).map((each) => {
    const pips = (PIPS[each] ?? []).map(([x, y]) => use(`${id}${side}-pip`, { x: x * 14, y: y * 14 }));
    return below + pips.join("");
  });
}

/** How a die is thrown: where it ends, showing what, askew by how many degrees, from how far right (left: < 0) of there. */
export interface Throw {
  number: number;
  goal: Place;
  tilt: number;
  from: number;
}

function thrownDie(parent: SVGElement, side: Side, { number, goal, tilt, from }: Throw, pen: Pen): (part: number) => void {
  const half = geometry.die / 2;
  const sideways = (Math.random() - 0.5) * 130;
  const way = Math.hypot(from, sideways);
  const spin = (Math.random() - 0.5) * 3;
  const die = lifted(parent, `${pen.id}square`, "");
  const turn = turnable(die.body, dieFaces(number, side, pen), half);
  return (part) => {
    const left = 1 - braked(part);
    const height = Math.abs(Math.cos(Math.PI * 2.5 * part)) * 70 * (1 - part) ** 1.6;
    die.to({ x: goal.x + from * left, y: goal.y + sideways * left, height });
    const rolled = rolling(-from / way, -sideways / way, (-left * way) / (half * 0.8));
    turn(after(rolled, about([0, 0, 1], (tilt * Math.PI) / 180 + spin * left)));
  };
}

/** Dice bounce over the board until they lie, the first one first. */
export function throwDice(parent: SVGElement, side: Side, throws: readonly Throw[], ms: number, pen: Pen): Motion {
  const whole = group(parent);
  const dice = throws.map((each) => thrownDie(whole, side, each, pen));
  const motion = move(ms, (part) => {
    dice.forEach((die, at) => die(Math.min(1, (part * (throws.length + 4)) / (at + 5))));
  });
  void motion.over.then(() => whole.remove());
  return motion;
}

/** The cube is carried from one place to another and turned there from one number to another. */
export function carryCube(
  parent: SVGElement,
  { from, to, before, now }: { from: Place; to: Place; before: number; now: number },
  ms: number,
  pen: Pen,
): Motion {
  const face = (value: number): string => `<use href="#${pen.id}cube-top"/>${cubeText(value, { x: 0, y: 0 }, pen)}`;
  const blank = `<use href="#${pen.id}cube-top"/>`;
  const cube = lifted(parent, `${pen.id}square`, "");
  // The old number lies on the face that comes down when the cube is turned towards the near player.
  const turn = turnable(cube.body, [face(now), blank, blank, blank, face(before), blank], geometry.cube / 2);
  const isTurned = before !== now;
  const motion = move(ms, (part) => {
    const place = airborne(from, to, part);
    cube.to({ ...place, height: place.height + (isTurned ? 30 * Math.sin(Math.PI * part) : 0) });
    turn(about([1, 0, 0], isTurned ? (1 - eased(part)) * (Math.PI / 2) : 0));
  });
  void motion.over.then(cube.remove);
  return motion;
}
