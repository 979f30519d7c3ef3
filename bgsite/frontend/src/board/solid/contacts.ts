/** The soft dark spots under what stands: where it touches the board no light gets in. */
import { Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from "three";
import { RADIUS } from "./checkers.ts";
import { spotTexture } from "./letters.ts";

/** A little away from the lamp, and over the felt. */
const OFFSET = new Vector3(0.02, 0.006, 0.015);

export interface Contacts {
  group: Group;
  /** Lie under these places, and nowhere else. */
  under(places: readonly Vector3[]): void;
  dispose(): void;
}

export function createContacts(): Contacts {
  const group = new Group();
  const picture = spotTexture();
  const shape = new PlaneGeometry(RADIUS * 2.75, RADIUS * 2.75).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({
    map: picture,
    transparent: true,
    depthWrite: false,
    opacity: 0.8,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
  });
  return {
    group,
    under(places) {
      while (group.children.length < places.length) {
        const spot = new Mesh(shape, material);
        spot.renderOrder = 2;
        group.add(spot);
      }
      group.children.forEach((spot, at) => {
        const place = places[at];
        spot.visible = place !== undefined;
        if (place) spot.position.copy(place).add(OFFSET);
      });
    },
    dispose() {
      shape.dispose();
      picture.dispose();
      material.dispose();
    },
  };
}
