/**
 * What a browser is, in families and buckets: the only things about it that ever leave it. Pure.
 * The words are those of the server (`stats.models`); whatever is not known for sure is "unknown" or "other".
 */

export type Memory = "unknown" | "2" | "4" | "8";
export type Cores = "unknown" | "2" | "4" | "8" | "16";
export type BrowserFamily = "chromium" | "firefox" | "safari" | "other";
export type SystemFamily = "windows" | "macos" | "linux" | "android" | "ios" | "other";

export interface Device {
  readonly phone: boolean;
  readonly memory: Memory;
  readonly cores: Cores;
  readonly browser: BrowserFamily;
  readonly system: SystemFamily;
}

/** The part of `navigator` that is looked at. */
export interface Seen {
  readonly userAgent: string;
  readonly maxTouchPoints?: number;
  readonly hardwareConcurrency?: number;
  /** Gigabytes; Chromium alone says it. */
  readonly deviceMemory?: number;
}

export function deviceOf(seen: Seen): Device {
  const system = systemOf(seen);
  return {
    phone: isPhone(seen.userAgent),
    memory: bucket(seen.deviceMemory, ["2", "4", "8"]),
    cores: bucket(seen.hardwareConcurrency, ["2", "4", "8", "16"]),
    browser: browserOf(seen.userAgent, system),
    system,
  };
}

/** The last of the rising steps that is reached; below the first one it is the first. */
function bucket<T extends string>(value: number | undefined, steps: readonly [T, ...T[]]): T | "unknown" {
  if (value === undefined || !(value > 0)) return "unknown";
  return steps.findLast((step) => value >= Number(step)) ?? steps[0];
}

/** Tablets say "Mobile" only on the iPad of old; Android's do not. */
function isPhone(agent: string): boolean {
  return /\bMobi/.test(agent) && !agent.includes("iPad");
}

function systemOf({ userAgent, maxTouchPoints }: Seen): SystemFamily {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  if (userAgent.includes("Android")) return "android";
  if (userAgent.includes("Windows")) return "windows";
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (userAgent.includes("Macintosh")) return (maxTouchPoints ?? 0) > 1 ? "ios" : "macos";
  if (/Linux|X11|CrOS/.test(userAgent)) return "linux";
  return "other";
}

/** What it is made of: every browser of iOS is Safari underneath, and most others are Chromium. */
function browserOf(agent: string, system: SystemFamily): BrowserFamily {
  if (system === "ios") return "safari";
  if (agent.includes("Firefox/")) return "firefox";
  if (/Chrom(e|ium)\//.test(agent)) return "chromium";
  return agent.includes("Safari/") && agent.includes("Version/") ? "safari" : "other";
}
