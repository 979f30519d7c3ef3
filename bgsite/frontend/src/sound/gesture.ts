/** An audio context may begin to sound only after somebody has touched the page: this waits for that. */

/** Mouse, finger and key; a finger counts when it is lifted. A screen reader only clicks. */
const GESTURES = ["pointerdown", "pointerup", "keydown", "click"] as const;

const isActive = (): boolean => {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.isActive ?? true;
};

/** A context of this page; null where the browser has none, or no way to be heard. */
function contextOrNull(): AudioContext | null {
  try {
    return new AudioContext({ latencyHint: "interactive" });
  } catch {
    return null; // not known here, or there is no sound device
  }
}

/**
 * Calls `begin` with a running context after the first gesture for which `isWanted` says yes. Later gestures wake the
 * context up where the system has put it to sleep (a call on a phone, a device taken away).
 */
export function afterGesture(isWanted: () => boolean, begin: (context: AudioContext) => void): void {
  let context: AudioContext | null | undefined;
  function onGesture(): void {
    if (!isWanted() || !isActive()) return;
    if (context === undefined) {
      context = contextOrNull();
      if (context) begin(context);
    }
    if (context && context.state !== "running") void context.resume();
  }
  for (const name of GESTURES) addEventListener(name, onGesture, { capture: true, passive: true });
}
