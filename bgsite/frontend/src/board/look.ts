/**
 * Flat or solid? The board begins flat, in every case: it is played at once. Where it is to be solid, that comes as a
 * script of its own and takes the picture's place; where it cannot, or is lost, the flat picture is back.
 */
import type { Renderer, Style } from "./renderer.ts";
import type { SolidHost } from "./solid/index.ts";
import type { Look } from "./types.ts";

export type Shown = "flat" | "solid";
/** Why it is not solid. */
export type Trouble = "failed" | "lost";

/** What the statistics are told (src/usage/beacon.ts). */
export interface Fare {
  board: "flat" | "solid" | Trouble;
  frame: "none" | "16" | "33" | "50" | "slow";
}

/** What is to be shown: by itself solid only where that is quick, and not again once it went wrong. */
export function shownFor(look: Look, trouble: Trouble | null, isQuick: () => boolean): Shown {
  if (look === "flat" || trouble !== null) return "flat";
  return look === "solid" || isQuick() ? "solid" : "flat";
}

/** Programs that draw WebGL by counting every pixel out. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export function isSoftware(drawnBy: string): boolean {
  return SOFTWARE.test(drawnBy);
}

/** Whether this machine draws WebGL 2 by itself. */
export function isQuick(): boolean {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (context === null) return false;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const drawnBy = String(context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !isSoftware(drawnBy);
}

export function tellStatistics(fare: Fare): void {
  window.dispatchEvent(new CustomEvent("barpoint:board", { detail: fare }));
}

/** The solid board's own script. Rejects where it does not come. */
export async function loadSolid(): Promise<(host: SolidHost, style: Style) => Renderer> {
  const { createSolidRenderer } = await import("./solid/index.ts");
  return createSolidRenderer;
}

/** Resolves when the page is there and has nothing to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): void => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
      else setTimeout(resolve, 200);
    };
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });
}
