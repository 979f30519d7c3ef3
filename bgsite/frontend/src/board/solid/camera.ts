/** Where the board is looked at from: by hand, by buttons, as remembered; and the canvas it has to fit. */
import type { Layout } from "../layout.ts";
import type { Camera } from "../renderer.ts";
import { type Canvas, type Eye, limited, OBLIQUE, onTheWay, orbited, type Shot, shifted, shotOf, TOP, type View, zoomed } from "./eye.ts";
import type { CameraDeeds } from "./gestures.ts";
import { eased } from "./motion.ts";
import type { Motion, Motions } from "./motions.ts";
import { rememberedView, rememberView } from "./remembered.ts";
import { cornersOf } from "./woodwork.ts";

const TURN_MS = 420;
const KEEP_AFTER_MS = 400;

export interface CameraHost {
  holder: HTMLElement;
  stage: HTMLElement;
  isStill(): boolean;
  isHolding(): boolean;
  /** It is seen from elsewhere, or on a canvas of another size. */
  onAim(): void;
}

export interface LiveCamera extends Camera {
  /** What a hand does. */
  deeds: CameraDeeds;
  /** Look at a board; another width has a view of its own. */
  mount(layout: Layout): void;
  /** Take the stage's size anew. */
  fit(): void;
  /** Whether the stage has another size than the canvas. */
  isOutgrown(): boolean;
  canvas(): Canvas;
  /** Null while there is nothing to see. */
  shot(): Shot | null;
  dispose(): void;
}

const ATTRIBUTES = ["view", "zoom", "yaw", "pitch"] as const;

function degrees(radians: number): string {
  return ((radians * 180) / Math.PI).toFixed(1);
}

export function createCamera({ holder, stage, isStill, isHolding, onAim }: CameraHost, motions: Motions): LiveCamera {
  let layout: Layout | null = null;
  let view: View = rememberedView(false);
  let canvas: Canvas = { width: 0, height: 0, top: 0, side: 0, bottom: 0 };
  let shot: Shot | null = null;
  let turning: Motion | null = null;
  let keeping = 0;

  function aim(): void {
    if (layout === null || canvas.width === 0) return;
    const { name, eye } = view;
    shot = shotOf(eye, cornersOf(layout), canvas);
    Object.assign(holder.dataset, { view: name, zoom: eye.zoom.toFixed(2), yaw: degrees(eye.yaw), pitch: degrees(eye.pitch) });
    onAim();
  }

  function look(next: View): void {
    view = next;
    aim();
  }

  /** Whoever turned the board has a view of their own. */
  function nameOf(eye: Eye): View["name"] {
    const isSame = Math.abs(eye.yaw - view.eye.yaw) + Math.abs(eye.pitch - view.eye.pitch) < 1e-6;
    return isSame ? view.name : "free";
  }

  function lookBy(eye: Eye): void {
    turning?.end();
    look({ name: nameOf(eye), eye });
  }

  function keep(): void {
    clearTimeout(keeping);
    const [narrow, kept] = [layout?.narrow ?? false, view];
    keeping = window.setTimeout(() => rememberView(narrow, kept), KEEP_AFTER_MS);
  }

  /** Go there, in a moment. */
  function glide(next: View): void {
    turning?.end();
    clearTimeout(keeping);
    rememberView(layout?.narrow ?? false, next);
    const from = view.eye;
    if (isStill()) look(next);
    else turning = motions.start(TURN_MS, (t) => look({ name: next.name, eye: t < 1 ? onTheWay(from, next.eye, eased(t)) : next.eye }));
  }

  function glideBy(change: (eye: Eye) => Eye): void {
    turning?.end();
    const eye = limited(change(view.eye));
    glide({ name: nameOf(eye), eye });
  }

  function sizeOf(): { width: number; height: number; top: number } {
    const top = stage.offsetTop;
    return { width: stage.clientWidth, height: stage.clientHeight + top, top };
  }

  /** Pixels of the window → −1…1 in the picture. */
  function inPicture(clientX: number, clientY: number): { x: number; y: number } {
    const area = stage.getBoundingClientRect();
    const y = clientY - area.top + stage.offsetTop;
    return { x: (2 * (clientX - area.left)) / canvas.width - 1, y: 1 - (2 * y) / canvas.height };
  }

  return {
    deeds: {
      orbit: (across, down) => lookBy(orbited(view.eye, across, down)),
      zoomAt(factor, clientX, clientY) {
        const { x, y } = inPicture(clientX, clientY);
        lookBy(zoomed(view.eye, factor, x, y));
      },
      shift: (x, y) => lookBy(shifted(view.eye, (2 * x) / canvas.width, (-2 * y) / canvas.height)),
      canZoomOut: () => view.eye.zoom > 1,
      isTop: () => view.name === "top",
      isHolding,
      settled: keep,
    },
    mount(next) {
      if (layout?.narrow !== next.narrow) view = rememberedView(next.narrow);
      layout = next;
    },
    fit() {
      const { width, height, top } = sizeOf();
      canvas = { width, height, top: Math.max(top, 4), side: Math.max(3, width * 0.008), bottom: 4 };
      aim();
    },
    isOutgrown() {
      const { width, height } = sizeOf();
      return width !== canvas.width || height !== canvas.height;
    },
    canvas: () => canvas,
    shot: () => (canvas.width > 0 ? shot : null),
    show: (name) => glide({ name, eye: name === "top" ? TOP : OBLIQUE }),
    zoom: (factor) => glideBy((eye) => zoomed(eye, factor)),
    turn: (across, down) => glideBy((eye) => orbited(eye, across, down)),
    dispose() {
      clearTimeout(keeping);
      for (const name of ATTRIBUTES) delete holder.dataset[name];
    },
  };
}
