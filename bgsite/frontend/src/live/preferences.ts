/** What a reader has chosen for this browser. Kept in localStorage where there is one; a broken value counts as none. */

export interface Preferences {
  direction: "right" | "left";
  speed: "none" | "fast" | "normal" | "slow";
  moveStyle: "guided" | "one_click" | "drag";
  pips: boolean;
  /** Ask once more before a take or a drop. */
  confirmAnswers: boolean;
  /** At one screen: turn the board to the player on turn, too. */
  turnBoard: boolean;
  /** Roll by itself where no double is possible. */
  autoRoll: boolean;
  /** Play by itself what cannot be played otherwise. */
  autoPlay: "off" | "turn" | "steps";
  autoConfirm: "never" | "forced" | "always";
  /** Bear off the most by itself, where nobody can be hit any more. */
  greedy: boolean;
}

export const CHOICES = {
  direction: ["right", "left"],
  speed: ["slow", "normal", "fast", "none"],
  moveStyle: ["guided", "one_click", "drag"],
  autoPlay: ["off", "turn", "steps"],
  autoConfirm: ["never", "forced", "always"],
} as const;

export const DEFAULTS: Preferences = {
  direction: "right",
  speed: "normal",
  moveStyle: "guided",
  pips: true,
  confirmAnswers: false,
  turnBoard: false,
  autoRoll: false,
  autoPlay: "off",
  autoConfirm: "never",
  greedy: false,
};

const KEY = "barpoint.table";

type Keeper = Pick<Storage, "getItem" | "setItem">;

/** Only what is known and of the right kind is taken over. */
export function cleaned(raw: unknown): Preferences {
  const given = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const choice = <T extends string>(field: string, allowed: readonly T[], fallback: T): T =>
    allowed.find((value) => value === given[field]) ?? fallback;
  const flag = (field: string, fallback: boolean): boolean =>
    typeof given[field] === "boolean" ? given[field] : fallback;
  return {
    direction: choice("direction", CHOICES.direction, DEFAULTS.direction),
    speed: choice("speed", CHOICES.speed, DEFAULTS.speed),
    moveStyle: choice("moveStyle", CHOICES.moveStyle, DEFAULTS.moveStyle),
    pips: flag("pips", DEFAULTS.pips),
    confirmAnswers: flag("confirmAnswers", DEFAULTS.confirmAnswers),
    turnBoard: flag("turnBoard", DEFAULTS.turnBoard),
    autoRoll: flag("autoRoll", DEFAULTS.autoRoll),
    autoPlay: choice("autoPlay", CHOICES.autoPlay, DEFAULTS.autoPlay),
    autoConfirm: choice("autoConfirm", CHOICES.autoConfirm, DEFAULTS.autoConfirm),
    greedy: flag("greedy", DEFAULTS.greedy),
  };
}

export function readPreferences(keeper: () => Keeper): Preferences {
  try {
    return cleaned(JSON.parse(keeper().getItem(KEY) ?? "null"));
  } catch {
    return { ...DEFAULTS }; // storage is switched off, or holds what is no JSON
  }
}

export function keepPreferences(keeper: () => Keeper, preferences: Preferences): void {
  try {
    keeper().setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Storage is switched off or full: the choice holds for this page only.
  }
}
