/** Says quietly what became of a choice. */
import type { Outcome } from "../live/keeping.ts";

/** How long it stays to be seen, and how long nothing is there before it is said, so that the same is said again. */
const SEEN = 3000;
const GAP = 60;

/** The sentence, and whether it is good news. */
export function sentenceOf(outcome: Outcome): { text: string; isGood: boolean } {
  switch (outcome) {
    case "account":
      return { text: gettext("Saved"), isGood: true };
    case "browser":
      return { text: gettext("Saved in this browser"), isGood: true };
    case "later":
      return {
        text: gettext("Saved in this browser. The server did not answer; your account gets it as soon as it does."),
        isGood: false,
      };
    case "nowhere":
      return { text: gettext("Not saved: this browser keeps nothing. It holds until you leave the page."), isGood: false };
    default:
      return { text: outcome.refused, isGood: false };
  }
}

export class Said {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly region: HTMLElement) {}

  say(text: string, isGood = true): void {
    clearTimeout(this.timer);
    this.region.textContent = "";
    this.region.dataset["good"] = String(isGood);
    this.timer = setTimeout(() => {
      this.region.textContent = text;
      if (isGood) this.timer = setTimeout(() => (this.region.textContent = ""), SEEN);
    }, GAP);
  }
}
