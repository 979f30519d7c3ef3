/**
 * What a reader has chosen for table and board. The server's list of the same fields is matches/table_settings.py;
 * test/live/table_settings.json holds both to one list. Where it is kept: `keeping.ts`.
 */
import geometry from "../../../../matches/geometry.json";
import type { CheckerStyle, DiceStyle, Look, ThemeName } from "../board/index.ts";

/** What can be heard, each by itself. */
export interface Sounds {
  /** Dice are thrown. */
  dice: boolean;
  /** A checker lands. */
  move: boolean;
  /** A checker is hit. */
  hit: boolean;
  /** A checker is borne off. */
  off: boolean;
  /** It is one's turn, or a double is to be answered. */
  turn: boolean;
}

export interface Preferences {
  /** How the board is drawn. */
  look: Look;
  theme: ThemeName;
  checkers: CheckerStyle;
  dice: DiceStyle;
  direction: "right" | "left";
  speed: "none" | "fast" | "normal" | "slow";
  /** Ghost outlines of the last play. */
  lastPlay: boolean;
  pips: boolean;
  /** At one screen: turn the board to the player on turn, too. */
  turnBoard: boolean;
  moveStyle: "guided" | "one_click" | "drag";
  /** Ask once more before a take or a drop. */
  confirmAnswers: boolean;
  /** Roll by itself where no double is possible. */
  autoRoll: boolean;
  /** Play by itself what cannot be played otherwise. */
  autoPlay: "off" | "turn" | "steps";
  autoConfirm: "never" | "forced" | "always";
  /** Bear off the most by itself, where nobody can be hit any more. */
  greedy: boolean;
  sounds: Sounds;
  /** Per cent; 0 is silent. */
  volume: number;
  /** Where the panels are on a wide screen. */
  panel: "side" | "below" | "hidden";
  /** The panels that are folded. */
  folded: readonly string[];
}

type ChoiceField = "look" | "theme" | "checkers" | "dice" | "direction" | "speed" | "moveStyle" | "autoPlay" | "autoConfirm" | "panel";
type FlagField = { [F in keyof Preferences]: Preferences[F] extends boolean ? F : never }[keyof Preferences];

/** Every value of the fields that are a choice, in the order in which they are offered. */
export const CHOICES: { readonly [F in ChoiceField]: readonly Preferences[F][] } = {
  look: ["auto", "solid", "flat"],
  theme: Object.keys(geometry.themes) as ThemeName[], // the keys are the names, by definition
  checkers: ["turned", "inlaid"],
  dice: ["ivory", "matching"],
  direction: ["right", "left"],
  speed: ["slow", "normal", "fast", "none"],
  moveStyle: ["guided", "one_click", "drag"],
  autoPlay: ["off", "turn", "steps"],
  autoConfirm: ["never", "forced", "always"],
  panel: ["side", "below", "hidden"],
};

/** The panels that can be folded, by name. */
export const FOLDABLE = ["steps", "log", "chat", "text"] as const;

export const LOUDEST = 100;

export const DEFAULTS: Preferences = {
  look: "auto",
  theme: "classic",
  checkers: "turned",
  dice: "ivory",
  direction: "right",
  speed: "normal",
  lastPlay: true,
  pips: true,
  turnBoard: false,
  moveStyle: "guided",
  confirmAnswers: false,
  autoRoll: false,
  autoPlay: "off",
  autoConfirm: "never",
  greedy: false,
  sounds: { dice: true, move: true, hit: true, off: true, turn: true },
  volume: 60,
  panel: "side",
  folded: ["text"],
};

type Raw = Readonly<Record<string, unknown>>;

const asObject = (raw: unknown): Raw => (typeof raw === "object" && raw !== null ? (raw as Raw) : {});

function soundsOf(raw: unknown): Sounds {
  const given = asObject(raw);
  const sounds = { ...DEFAULTS.sounds };
  for (const name of Object.keys(sounds) as (keyof Sounds)[]) {
    const wanted = given[name];
    if (typeof wanted === "boolean") sounds[name] = wanted;
  }
  return sounds;
}

function volumeOf(raw: unknown): number {
  return Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) <= LOUDEST ? (raw as number) : DEFAULTS.volume;
}

function foldedOf(raw: unknown): readonly string[] {
  return Array.isArray(raw) ? FOLDABLE.filter((name) => raw.includes(name)) : DEFAULTS.folded;
}

/** Only what is known and of the right kind is taken over; for the rest the defaults stand. */
export function cleaned(raw: unknown): Preferences {
  const given = asObject(raw);
  const choice = <F extends ChoiceField>(field: F): Preferences[F] => {
    const allowed: readonly Preferences[F][] = CHOICES[field];
    return allowed.find((value) => value === given[field]) ?? DEFAULTS[field];
  };
  const flag = (field: FlagField): boolean => {
    const wanted = given[field];
    return typeof wanted === "boolean" ? wanted : DEFAULTS[field];
  };
  return {
    look: choice("look"),
    theme: choice("theme"),
    checkers: choice("checkers"),
    dice: choice("dice"),
    direction: choice("direction"),
    speed: choice("speed"),
    lastPlay: flag("lastPlay"),
    pips: flag("pips"),
    turnBoard: flag("turnBoard"),
    moveStyle: choice("moveStyle"),
    confirmAnswers: flag("confirmAnswers"),
    autoRoll: flag("autoRoll"),
    autoPlay: choice("autoPlay"),
    autoConfirm: choice("autoConfirm"),
    greedy: flag("greedy"),
    sounds: soundsOf(given["sounds"]),
    volume: volumeOf(given["volume"]),
    panel: choice("panel"),
    folded: foldedOf(given["folded"]),
  };
}

/** The entry of localStorage that holds everything, as JSON. */
export const KEY = "barpoint.table";

export type Keeper = Pick<Storage, "getItem" | "setItem">;

/** What this browser keeps; null: nothing, or nothing that can be read. */
export function keptHere(keeper: () => Keeper): Preferences | null {
  try {
    const text = keeper().getItem(KEY);
    return text === null ? null : cleaned(JSON.parse(text));
  } catch {
    return null; // storage is switched off, or holds what is no JSON
  }
}

/** What the reader chose: `account` is what the server keeps of them, null where it keeps nothing; the server's wins. */
export function readPreferences(keeper: () => Keeper, account: unknown = null): Preferences {
  return account === null ? (keptHere(keeper) ?? { ...DEFAULTS }) : cleaned(account);
}

/** Whether it could be kept. */
export function keepPreferences(keeper: () => Keeper, preferences: Preferences): boolean {
  try {
    keeper().setItem(KEY, JSON.stringify(preferences));
    return true;
  } catch {
    return false; // storage is switched off or full: the choice holds for this page only
  }
}

/** Whether this browser keeps anything for pages. */
export function canKeep(keeper: () => Pick<Storage, "setItem" | "removeItem">): boolean {
  const probe = `${KEY}.probe`;
  try {
    keeper().setItem(probe, "");
    keeper().removeItem(probe);
    return true;
  } catch {
    return false; // switched off, or full
  }
}
