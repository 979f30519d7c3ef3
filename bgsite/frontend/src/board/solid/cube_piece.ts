/** The doubling cube on the board: it turns to its value and goes to its owner's side, or to where it is offered. */
import { Mesh, MeshLambertMaterial, MeshPhysicalMaterial, Vector3 } from "three";
import type { Layout } from "../layout.ts";
import type { Style } from "../renderer.ts";
import type { Scene } from "../scene.ts";
import { CUBE, cubeGeometry, cubeTexture, cubeTurn, paintCube } from "./dice.ts";
import { eased, onArc } from "./motion.ts";
import type { Motion, Motions } from "./motions.ts";
import { worldOf } from "./plane.ts";
import { HEIGHTS } from "./woodwork.ts";

/** It is carried more slowly than a checker flies. */
const SLOWER = 2.4;
/** On a narrow board it would stand in front of the far pip count: so much nearer, in world units. */
const ASIDE = 0.2;

export interface Cube {
  mesh: Mesh;
  render(scene: Scene, layout: Layout, ms: number): void;
  dispose(): void;
}

function standOf({ owner, offered }: NonNullable<Scene["cube"]>, layout: Layout): Vector3 {
  const place = new Vector3(...worldOf(offered ? layout.cubeOffered(offered) : layout.cube(owner), layout));
  if (offered) return place.setY(CUBE / 2);
  if (layout.cubeTray) return place.setY(HEIGHTS.tray + CUBE / 2);
  if (owner === "far") place.z += ASIDE;
  return place.setY(HEIGHTS.bar + CUBE / 2);
}

export function createCube(style: Style, motions: Motions, isPlain: boolean): Cube {
  const picture = cubeTexture();
  const material = isPlain
    ? new MeshLambertMaterial({ map: picture })
    : new MeshPhysicalMaterial({ map: picture, roughness: 0.75, clearcoat: 0.2, clearcoatRoughness: 0.35, envMapIntensity: 0.4 });
  const mesh = new Mesh(cubeGeometry(), material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.visible = false;
  let key = "";
  let motion: Motion | null = null;

  return {
    mesh,
    render({ cube }, layout, ms) {
      const next = JSON.stringify([cube?.value, cube?.owner, cube?.offered, layout.width, layout.trays.near.x]);
      if (next === key) return;
      key = next;
      motion?.end();
      motion = null;
      const wasThere = mesh.visible;
      mesh.visible = cube !== null;
      if (cube === null) return;
      paintCube(picture, cube.value, style);
      const [place, turn] = [standOf(cube, layout), cubeTurn(cube.value)];
      const [from, turned] = [mesh.position.clone(), mesh.quaternion.clone()];
      const arrive = (t: number): void => {
        mesh.position.copy(onArc(from, place, t));
        mesh.quaternion.slerpQuaternions(turned, turn, eased(t));
      };
      if (ms > 0 && wasThere) motion = motions.start(ms * SLOWER, arrive);
      else arrive(1);
    },
    dispose() {
      motion?.end();
      mesh.geometry.dispose();
      picture.dispose();
      material.dispose();
    },
  };
}
