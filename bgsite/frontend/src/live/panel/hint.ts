/** The engine's answer to who asked: the best plays with their equities, or what to do with the cube. */
import { type TemplateResult, html, nothing } from "lit-html";
import { type Hint, cubeWords, equityText } from "../hints.ts";
import type { AdviceFrame, CubeAdvice, PlayAdvice } from "../protocol.ts";
import type { State } from "../store.ts";
import { levelWord } from "../words.ts";

export interface HintDeeds {
  /** Show this play of the list on the board; null: none. */
  showHint(index: number | null): void;
}

export function hint(state: Readonly<State>, deeds: HintDeeds): TemplateResult | typeof nothing {
  const known = state.hint;
  if (!known || known.about !== state.view?.decision) return nothing;
  const title = gettext("Hint");
  return html`<section class="hint-box" aria-labelledby="hint-title" data-hint=${known.kind}>
    <h2 class="panel-title" id="hint-title">${title}</h2>
    <div role="status">${known.kind === "waiting" ? waiting() : answer(known, deeds)}</div>
  </section>`;
}

function waiting(): TemplateResult {
  const text = gettext("The computer is thinking…");
  return html`<p class="quiet" data-hint-waiting>${text}</p>`;
}

function answer({ advice, shown }: Extract<Hint, { kind: "advice" }>, deeds: HintDeeds): TemplateResult {
  const by = interpolate(gettext("Judged by the computer at level %(level)s."), { level: level(advice) }, true);
  return html`${advice.cube ? cube(advice.cube) : nothing} ${advice.plays.length > 0 ? plays(advice.plays, shown, deeds) : nothing}
    <p class="hint">${by}</p>`;
}

const level = ({ level: name }: AdviceFrame): string => levelWord(name as Parameters<typeof levelWord>[0]) ?? name;

function plays(list: readonly PlayAdvice[], shown: number | null, deeds: HintDeeds): TemplateResult {
  const label = gettext("Best plays; the one that is pointed at or has the focus is shown on the board");
  return html`<ol class="hint-plays" aria-label=${label} @mouseleave=${() => deeds.showHint(null)}>
    ${list.map((play, index) => html`<li>${one(play, index, shown === index, deeds)}</li>`)}
  </ol>`;
}

function one(play: PlayAdvice, index: number, shown: boolean, deeds: HintDeeds): TemplateResult {
  const loss = play.loss > 0.0005 ? interpolate(gettext("loses %(loss)s"), { loss: play.loss.toFixed(3) }, true) : gettext("best");
  return html`<button
    type="button"
    class="button hint-play"
    data-hint-play=${index}
    aria-pressed=${shown}
    @mouseenter=${() => deeds.showHint(index)}
    @focus=${() => deeds.showHint(index)}
    @blur=${() => deeds.showHint(null)}
    @click=${() => deeds.showHint(index)}
  >
    <span class="hint-text">${play.text}</span>
    <span class="number">${equityText(play.equity)}</span>
    <span class="quiet small hint-loss">${loss}</span>
  </button>`;
}

function cube(advice: CubeAdvice): TemplateResult {
  const rows: [string, number][] = [
    [gettext("No double"), advice.no_double],
    [gettext("Double, take"), advice.take],
    [gettext("Double, drop"), advice.drop],
  ];
  return html`<p class="hint-best" data-hint-cube=${advice.best}><b>${cubeWords(advice.best)}</b></p>
    <dl class="facts">${rows.map(([name, equity]) => html`<dt>${name}</dt><dd class="number">${equityText(equity)}</dd>`)}</dl>`;
}
