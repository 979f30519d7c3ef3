/** The settings page: each choice is kept at once and seen on the board beside it. */
import { accountOfPage, keepingOfPage, type Outcome } from "../live/keeping.ts";
import { newsOf } from "../live/look.ts";
import { pictureSentence } from "../live/panel/picture.ts";
import { DEFAULTS, type Preferences, canKeep } from "../live/preferences.ts";
import { Hearing } from "../sound/hearing.ts";
import type { SoundName } from "../sound/synth.ts";
import { changeBy, show } from "./fields.ts";
import { type Positions, Preview } from "./preview.ts";
import { Said, sentenceOf } from "./said.ts";

function element<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
  return found;
}

function positionsOfPage(): Positions {
  return JSON.parse(element("positions", HTMLScriptElement).textContent ?? "") as Positions;
}

function start(): void {
  const form = element("table-settings", HTMLFormElement);
  const said = new Said(element("said", HTMLElement));
  const keepsNothing = element("keeps-nothing", HTMLElement);
  const isGuest = accountOfPage() === null;
  const tell = (outcome: Outcome): void => {
    const { text, isGood } = sentenceOf(outcome);
    keepsNothing.hidden = outcome !== "nowhere";
    said.say(text, isGood);
  };
  const keeping = keepingOfPage(tell);
  const preview = new Preview(element("board", HTMLElement), positionsOfPage(), keeping.now);
  const hearing = new Hearing(
    () => keeping.now,
    () => true,
  );
  hearing.listen(preview.board);
  keepsNothing.hidden = !isGuest || canKeep(() => localStorage);

  function wear(now: Preferences): void {
    show(form, now);
    element("setting-volume", HTMLInputElement).nextElementSibling!.textContent = volumeText(now.volume);
    preview.wear(now);
  }
  function choose(changes: Partial<Preferences>): void {
    keeping.change(changes);
    wear(keeping.now);
  }

  async function hear(name: SoundName): Promise<void> {
    if (!(await hearing.tryOut(name))) said.say(gettext("This browser plays no sounds."), false);
    else if (keeping.now.volume === 0) said.say(gettext("The volume is 0, so nothing is heard."), false);
  }

  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const change = changeBy(target.name, new FormData(form));
    if (change) choose(change);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  keeping.follow(wear);
  preview.board.on((event) => {
    if (event.kind !== "look") return;
    if (event.why === "asked") choose({ look: event.look });
    const news = newsOf(event, keeping.now.look);
    if (news) said.say(pictureSentence(news), false);
  });
  offerDefaults(() => keeping.now, choose);
  offerTries(preview);
  for (const button of form.querySelectorAll<HTMLButtonElement>("[data-hear]")) {
    button.hidden = false;
    button.addEventListener("click", () => void hear(button.dataset["hear"] as SoundName));
  }
  document.getElementById("save")?.remove();
  wear(keeping.now);
}

const volumeText = (volume: number): string => (volume === 0 ? gettext("silent") : `${volume}%`);

/** *Back to defaults*, and the way back from there. */
function offerDefaults(now: () => Preferences, choose: (all: Preferences) => void): void {
  const back = element("defaults", HTMLButtonElement);
  const undo = element("undo-defaults", HTMLButtonElement);
  let before = now();
  back.hidden = false;
  back.addEventListener("click", () => {
    before = now();
    choose(DEFAULTS);
    undo.hidden = false;
    undo.focus();
  });
  undo.addEventListener("click", () => {
    choose(before);
    back.focus();
    undo.hidden = true;
  });
}

function offerTries(preview: Preview): void {
  element("tries", HTMLElement).hidden = false;
  element("show-play", HTMLButtonElement).addEventListener("click", () => void preview.showPlay());
  element("set-back", HTMLButtonElement).addEventListener("click", () => preview.setBack());
}

start();
