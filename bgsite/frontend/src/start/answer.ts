/** What the server says about the answers of a rule composer (`matches.composer.composer_answer`). */
export type Answer = {
  readonly card: string | null;
  readonly kind: string | null;
  readonly line: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly clocks: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
};

/** The value of each option of a preset, by the option's name. */
export type Options = Readonly<Record<string, string | number | boolean>>;

/** The card that is usual for a kind of play, when somebody composes their own. */
const OF_KIND: Readonly<Record<string, string>> = { match: "match", money: "money", single: "single_game" };

/** The options that a preset or, for own rules, a kind of play begins with; undefined: leave what is chosen. */
export function optionsFor(usual: Readonly<Record<string, Options>>, card: string, kind: string): Options | undefined {
  return card === "custom" ? usual[OF_KIND[kind] ?? "match"] : usual[card];
}

/** Whether a block that belongs to some choices only is to be seen. */
export const belongsTo = (only: string, chosen: string): boolean => only.split(" ").includes(chosen);
