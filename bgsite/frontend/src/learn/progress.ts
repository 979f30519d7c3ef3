/** What a reader without an account has done: kept in this browser, where it keeps anything. */

const KEY = "barpoint.lessons";

type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The keys of exercises in a stored text; a broken one counts as none. */
export function parsedDone(text: string | null): string[] {
  try {
    const raw: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(raw) ? [...new Set(raw.filter((key): key is string => typeof key === "string"))] : [];
  } catch {
    return [];
  }
}

export function readDone(keeper: () => Keeper): string[] {
  try {
    return parsedDone(keeper().getItem(KEY));
  } catch {
    return []; // storage is switched off
  }
}

/** Whether it could be kept. */
export function keepDone(keeper: () => Keeper, key: string): boolean {
  try {
    keeper().setItem(KEY, JSON.stringify([...new Set([...readDone(keeper), key])]));
    return true;
  } catch {
    return false;
  }
}

export function forgetDone(keeper: () => Keeper): void {
  try {
    keeper().removeItem(KEY);
  } catch {
    // Nothing was kept, then.
  }
}
