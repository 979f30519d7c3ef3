/**
 * The camera that was chosen, kept in the browser; one for wide boards and one for narrow ones. And, until the browser
 * is closed, how well this machine draws.
 */
import { limited, OBLIQUE, TOP, type View, type ViewName } from "./eye.ts";

const KEY = "barpoint.camera";
const NAMES: readonly ViewName[] = ["oblique", "top", "free"];

type Kept = Partial<Record<"wide" | "narrow" | "grade", unknown>>;

function kept(storage: () => Storage): Kept {
  try {
    const read: unknown = JSON.parse(storage().getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    // Nothing can be kept here, or somebody else wrote it.
    return {};
  }
}

function keep(storage: () => Storage, changes: Kept): void {
  try {
    storage().setItem(KEY, JSON.stringify({ ...kept(storage), ...changes }));
  } catch {
    // Then the next page begins anew.
  }
}

const local = (): Storage => localStorage;
const session = (): Storage => sessionStorage;

/** What was kept as a view, if it is one. */
export function viewOf(read: unknown): View | null {
  const { name, eye } = (typeof read === "object" && read !== null ? read : {}) as { name?: unknown; eye?: Record<string, unknown> };
  const known = NAMES.find((one) => one === name);
  if (known === undefined || typeof eye !== "object" || eye === null) return null;
  const numbers = [eye["yaw"], eye["pitch"], eye["zoom"], eye["panX"], eye["panY"]];
  if (!numbers.every((value) => typeof value === "number" && Number.isFinite(value))) return null;
  const [yaw, pitch, zoom, panX, panY] = numbers as [number, number, number, number, number];
  return { name: known, eye: limited({ yaw, pitch, zoom, panX, panY }) };
}

/** A narrow board begins seen from above: its points are as large as can be there. */
export function rememberedView(narrow: boolean): View {
  const usual: View = narrow ? { name: "top", eye: TOP } : { name: "oblique", eye: OBLIQUE };
  return viewOf(kept(local)[narrow ? "narrow" : "wide"]) ?? usual;
}

export function rememberView(narrow: boolean, view: View): void {
  keep(local, { [narrow ? "narrow" : "wide"]: view });
}

/** The grade that this machine was found to manage. */
export function rememberedGrade(first: number, most: number): number {
  const { grade } = kept(session);
  return typeof grade === "number" && Number.isInteger(grade) && grade > first && grade <= most ? grade : first;
}

export function rememberGrade(grade: number): void {
  keep(session, { grade });
}

/** What somebody who tests or takes pictures wants, whatever the page says. */
export function keptQuality(): "auto" | "low" | "high" {
  try {
    const kept = localStorage.getItem("barpoint.quality");
    return kept === "low" || kept === "high" ? kept : "auto";
  } catch {
    // Nothing can be kept here.
    return "auto";
  }
}
