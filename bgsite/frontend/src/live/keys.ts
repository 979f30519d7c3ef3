/** The keyboard: Space rolls and confirms, Enter confirms, Backspace undoes, D doubles, T takes back, H asks for a hint, digits go to a point. */

export interface KeyDeeds {
  /** Roll, or confirm when the turn is complete. */
  space(): void;
  enter(): void;
  undo(): void;
  double(): void;
  takeBack(): void;
  hint(): void;
  /** Go to a point of the near player. */
  point(number: number): void;
  escape(): void;
}

/** Two digits within this many milliseconds are one number. */
const DIGITS_TOGETHER = 700;

/** Collects digits to a point number: "1" then "3" is 13; "7" is 7; "3" after "2" is 23, but after "3" a new 3. */
export class DigitKeys {
  private first: { digit: number; at: number } | null = null;

  constructor(private readonly now: () => number) {}

  /** The point meant after this digit; null for none yet ("0" alone). */
  press(digit: number): number | null {
    const earlier = this.first;
    const at = this.now();
    if (earlier && at - earlier.at <= DIGITS_TOGETHER) {
      const both = earlier.digit * 10 + digit;
      this.first = null;
      if (both >= 10 && both <= 24) return both;
    }
    this.first = digit > 0 ? { digit, at } : null;
    return digit > 0 ? digit : null;
  }
}

/** Where keys mean something else. */
const TYPING = "input, select, textarea, [contenteditable], dialog";
/** What Space and Enter press by themselves. */
const PRESSABLE = "button, a[href], summary, [role='button']";

export function listenToKeys(target: Document, deeds: KeyDeeds, now: () => number): void {
  const digits = new DigitKeys(now);
  target.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest(TYPING) || target.querySelector("dialog:modal")) return;
    if (handle(event.key, at, deeds, digits, event.repeat)) event.preventDefault();
  });
}

/** Whether the key was ours. */
function handle(key: string, at: Element | null, deeds: KeyDeeds, digits: DigitKeys, repeat: boolean): boolean {
  const pressable = at?.closest(PRESSABLE) != null;
  if (/^[0-9]$/.test(key)) {
    const point = digits.press(Number(key));
    if (point !== null) deeds.point(point);
    return true;
  }
  switch (key) {
    case " ":
      if (!pressable && !repeat) deeds.space();
      return !pressable;
    case "Enter":
      if (!pressable && !repeat) deeds.enter();
      return !pressable;
    case "Backspace":
      deeds.undo();
      return true;
    case "d":
    case "D":
      if (!repeat) deeds.double();
      return true;
    case "t":
    case "T":
      if (!repeat) deeds.takeBack();
      return true;
    case "h":
    case "H":
      if (!repeat) deeds.hint();
      return true;
    case "Escape":
      deeds.escape();
      return false;
    default:
      return false;
  }
}
