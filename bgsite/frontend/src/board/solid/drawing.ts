/** Draws the world when something changed, as well as the machine can. */
import type { Scene as World } from "three";
import { isQuick } from "../look.ts";
import type { LiveCamera } from "./camera.ts";
import { createDevice, type Device } from "./device.ts";
import type { Motions } from "./motions.ts";
import { createPace, type Pace } from "./pace.ts";
import { firstGrade, type Grade, LADDER, LOW } from "./quality.ts";
import { keptQuality, rememberedGrade, rememberGrade } from "./remembered.ts";
import type { Sky } from "./sky.ts";

export interface DrawingHost {
  holder: HTMLElement;
  stage: HTMLElement;
  quality: "auto" | "low" | "high" | undefined;
  /** The context is lost. */
  onLost(): void;
  /** How long frames take, as the statistics call it. */
  onFrames(name: NonNullable<ReturnType<Pace["frame"]>>["name"]): void;
  /** Even the lowest grade is slow. */
  onSlow(): void;
}

export interface Drawing {
  grade(): Grade;
  canvas(): HTMLCanvasElement;
  /** Draw soon. */
  request(): void;
  /** Draw now. */
  draw(): void;
  /** Whether anything was drawn yet. */
  isBegun(): boolean;
  /** Draw some frames in a row, to know how long they take. */
  warmUp(): void;
  /** Whatever throws shadows has changed. */
  shadowsChanged(): void;
  /** The canvas has another size. */
  resize(): void;
  lightBy(sky: Sky): void;
  /** Called when stuffs have to be plain from now on. */
  onPlain: () => void;
  dispose(): void;
}

export function createDrawing(host: DrawingHost, world: World, cameraOf: () => LiveCamera, motions: { pieces: Motions; camera: Motions }): Drawing {
  const { holder } = host;
  const quality = host.quality ?? keptQuality();
  const first = firstGrade(devicePixelRatio);
  const lowest = LADDER.length - 1;
  /** The grade that nothing changes; null: the frames decide. */
  const fixed = quality === "low" ? LOW : quality === "high" ? (LADDER[first] as Grade) : null;
  const pace = createPace();
  let gradeAt = fixed === null && !isQuick() ? lowest : rememberedGrade(first, lowest);
  let device: Device = createDevice(grade(), host.onLost);
  let sky: Sky | null = null;
  let mirrored: ReturnType<Sky["mirrored"]> | null = null;
  let asked = 0;
  let frames = 0;
  let isSlow = false;
  let isOver = false;
  host.stage.prepend(device.canvas);

  function grade(): Grade {
    return fixed ?? (LADDER[gradeAt] as Grade);
  }

  function request(): void {
    if (asked === 0 && !isOver) asked = requestAnimationFrame(frame);
  }

  function isMoving(): boolean {
    return motions.pieces.isMoving() || motions.camera.isMoving() || pace.isWarming();
  }

  function frame(time: number): void {
    asked = 0;
    if (motions.pieces.isMoving()) device.shadowsChanged();
    motions.pieces.tick(time);
    motions.camera.tick(time);
    draw();
    if (isMoving()) {
      measure(time);
      request();
    } else pace.rest();
  }

  function draw(): void {
    const shot = cameraOf().shot();
    if (shot === null || isOver) return;
    device.draw(world, shot);
    frames += 1;
    holder.dataset.frames = String(frames);
  }

  function measure(time: number): void {
    const verdict = pace.frame(time, gradeAt);
    if (verdict === null || fixed !== null) return;
    if (verdict.grade !== gradeAt) {
      setGrade(verdict.grade);
      return;
    }
    host.onFrames(verdict.name);
    if (verdict.slow && !isSlow) host.onSlow();
    isSlow ||= verdict.slow;
  }

  function setGrade(next: number): void {
    const before = grade();
    gradeAt = next;
    rememberGrade(next);
    if (before.antialias !== grade().antialias) replaceDevice();
    apply();
    if (before.plain !== grade().plain) {
      mirror();
      drawing.onPlain();
    }
    // Whether that was enough is known at once, not at the next flight.
    warmUp();
  }

  function apply(): void {
    holder.dataset.quality = quality === "auto" ? String(gradeAt) : quality;
    sky?.shadows(grade().shadow);
    device.gl.shadowMap.enabled = grade().shadow > 0;
    device.shadowsChanged();
    resize();
  }

  function resize(): void {
    const canvas = cameraOf().canvas();
    if (canvas.width > 0) device.resize(canvas, grade());
    request();
  }

  /** Smooth edges belong to a context: another one is needed. */
  function replaceDevice(): void {
    const next = createDevice(grade(), host.onLost);
    device.canvas.replaceWith(next.canvas);
    device.dispose();
    device = next;
    mirror();
  }

  function mirror(): void {
    mirrored?.dispose();
    mirrored = grade().plain ? null : (sky?.mirrored(device.gl) ?? null);
    world.environment = mirrored?.texture ?? null;
    world.environmentIntensity = 0.8;
  }

  function warmUp(): void {
    if (fixed !== null || document.hidden) return;
    pace.warmUp();
    request();
  }

  const drawing: Drawing = {
    grade,
    canvas: () => device.canvas,
    request,
    draw,
    isBegun: () => frames > 0,
    warmUp,
    shadowsChanged() {
      device.shadowsChanged();
      request();
    },
    resize,
    lightBy(next) {
      sky = next;
      mirror();
      apply();
    },
    onPlain: () => undefined,
    dispose() {
      isOver = true;
      cancelAnimationFrame(asked);
      mirrored?.dispose();
      device.dispose();
      for (const name of ["quality", "frames"]) delete holder.dataset[name];
    },
  };
  return drawing;
}
