/** The canvas and what draws on it: on demand, as well as its grade says, until the context is lost. */
import { Camera, type Scene, NeutralToneMapping, PCFShadowMap, WebGLRenderer } from "three";
import type { Canvas, Shot } from "./eye.ts";
import type { Grade } from "./quality.ts";

export interface Device {
  canvas: HTMLCanvasElement;
  gl: WebGLRenderer;
  /** So many CSS pixels wide and high. */
  resize(canvas: Canvas, grade: Grade): void;
  draw(scene: Scene, shot: Shot): void;
  /** Whatever throws shadows has changed. */
  shadowsChanged(): void;
  dispose(): void;
}

/** Why there is no device. */
export class NoDeviceError extends Error {}

export function createDevice(grade: Grade, onLost: () => void): Device {
  const canvas = document.createElement("canvas");
  canvas.className = "board-canvas";
  canvas.setAttribute("aria-hidden", "true");
  const wishes: WebGLContextAttributes = { alpha: true, antialias: grade.antialias, depth: true, stencil: false, premultipliedAlpha: true, powerPreference: "high-performance" };
  const context = canvas.getContext("webgl2", wishes);
  if (context === null) throw new NoDeviceError("There is no WebGL 2.");
  const gl = new WebGLRenderer({ canvas, context, ...wishes });
  gl.toneMapping = NeutralToneMapping;
  gl.toneMappingExposure = 0.92;
  gl.shadowMap.enabled = grade.shadow > 0;
  gl.shadowMap.type = PCFShadowMap;
  gl.shadowMap.autoUpdate = false;
  gl.debug.checkShaderErrors = false;
  let isDisposed = false;
  canvas.addEventListener("webglcontextlost", () => {
    if (!isDisposed) onLost();
  });

  const camera = new Camera();
  camera.matrixAutoUpdate = false;

  return {
    canvas,
    gl,
    resize({ width, height }, { ratio }) {
      gl.setPixelRatio(Math.min(devicePixelRatio, ratio));
      gl.setSize(width, height, false);
    },
    draw(scene, shot) {
      const { right, up, back, position } = shot;
      camera.matrix.set(
        right[0], up[0], back[0], position[0],
        right[1], up[1], back[1], position[1],
        right[2], up[2], back[2], position[2],
        0, 0, 0, 1,
      );
      camera.matrixWorldNeedsUpdate = true;
      camera.projectionMatrix.fromArray(shot.projection);
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      gl.render(scene, camera);
    },
    shadowsChanged() {
      gl.shadowMap.needsUpdate = true;
    },
    dispose() {
      isDisposed = true;
      gl.dispose();
      if (!context.isContextLost()) gl.forceContextLoss();
      canvas.remove();
    },
  };
}

