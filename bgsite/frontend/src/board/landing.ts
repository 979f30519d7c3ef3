/** What is heard of flights that nobody sees one by one. */
import { type Flown, landingOf } from "./anim.ts";

export type Landing = "move" | "hit" | "off";

/** One sound for all of them; null where nothing landed. */
export function loudestLanding({ stages }: Flown): Landing | null {
  if (stages.length === 0) return null;
  const all = stages.map((_, at) => landingOf(stages, at));
  return all.find((each) => each === "hit") ?? all.find((each) => each === "off") ?? "move";
}
