/** A form of the page as a frame: its fields are those of the frame, so that it works without a line as well. */
import type { AskFrame } from "./protocol.ts";

const NUMBERS: readonly string[] = ["seek", "length"];

/** `fields` as the form would send them; `ask` is the id chosen for it. */
export function frameOf(fields: Iterable<[string, unknown]>, ask: string): AskFrame {
  const frame: Record<string, unknown> = { ask };
  for (const [name, value] of fields) {
    if (name === "csrfmiddlewaretoken") continue;
    frame[name] = NUMBERS.includes(name) ? Number(value) : value;
  }
  if (frame.t === "post") frame.rated = frame.rated === "true";
  return frame as unknown as AskFrame;
}

/** A random id (version 4), also where the page did not come by HTTPS and `randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
