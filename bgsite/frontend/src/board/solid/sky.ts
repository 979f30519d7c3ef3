/** The light: one lamp that throws shadows, light from everywhere, and a room that is mirrored in what shines. */
import {
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from "three";

export interface Sky {
  lights: Group;
  /** Shadows on a map so many pixels wide; 0: none. */
  shadows(size: number): void;
  /** What shining things mirror, its texture; made anew for another device. */
  mirrored(device: WebGLRenderer): WebGLRenderTarget;
}

/** A dark room with four bright windows. */
function room(): Scene {
  const scene = new Scene();
  const walls = new Mesh(new SphereGeometry(20, 24, 16), new MeshBasicMaterial({ color: new Color("#3a3d44"), side: BackSide }));
  scene.add(walls);
  const window = (x: number, y: number, z: number, wide: number, tall: number, light: number, tint: string): void => {
    const pane = new Mesh(new BoxGeometry(wide, tall, 0.2), new MeshBasicMaterial({ color: new Color(tint).multiplyScalar(light) }));
    pane.position.set(x, y, z);
    pane.lookAt(0, 0, 0);
    scene.add(pane);
  };
  // None of them where a level face would mirror it, seen from the side or from above: dark checkers have to stay dark.
  window(-14, 6, -3, 9, 5, 10, "#fff8ec");
  window(14, 6, -2, 6, 5, 6, "#eef3ff");
  window(0, 5, 14, 16, 3, 3, "#fffaf2");
  window(0, 4, -16, 18, 2.4, 4, "#fff8ee");
  return scene;
}

export function createSky(reach: number): Sky {
  const lights = new Group();
  const lamp = new DirectionalLight("#fff8ee", 2.7);
  // Beside the board: level faces do not mirror it to anybody who sits in front of the board.
  lamp.position.set(-7.5, 10, -1.6);
  lamp.shadow.camera.left = -reach;
  lamp.shadow.camera.right = reach;
  lamp.shadow.camera.top = reach * 0.8;
  lamp.shadow.camera.bottom = -reach * 0.8;
  lamp.shadow.camera.near = 4;
  lamp.shadow.camera.far = 22;
  lamp.shadow.bias = -0.0006;
  lamp.shadow.normalBias = 0.012;
  lamp.shadow.radius = 3.2;
  lights.add(lamp, new HemisphereLight("#fffdf8", "#4a4038", 0.85));
  return {
    lights,
    shadows(size) {
      lamp.castShadow = size > 0;
      if (size === 0 || lamp.shadow.mapSize.x === size) return;
      lamp.shadow.mapSize.set(size, size);
      lamp.shadow.map?.dispose();
      lamp.shadow.map = null;
    },
    mirrored(device) {
      const maker = new PMREMGenerator(device);
      const target = maker.fromScene(room(), 0, 0.1, 60, { size: 64 });
      maker.dispose();
      return target;
    },
  };
}
