/** The solid board: the renderer in three dimensions. It comes as a script of its own, when it is to be shown. */
import { Group, Scene as World, Vector3 } from "three";
import type { Layout, Place } from "../layout.ts";
import type { Renderer, Style } from "../renderer.ts";
import type { Scene } from "../scene.ts";
import type { Spot } from "../spots.ts";
import { createCamera, type LiveCamera } from "./camera.ts";
import { standOf } from "./checkers.ts";
import { createDrawing, type DrawingHost } from "./drawing.ts";
import { listenToCamera } from "./gestures.ts";
import { numbersOn, pipsOn } from "./letters.ts";
import { createMarkKit, type MarkKit } from "./marks.ts";
import { createMotions } from "./motions.ts";
import { createPieces, discard, type Pieces } from "./pieces.ts";
import { cssMatrix, type Homography, homographyOf, inverted, liftedBox, throughPlane, worldOf } from "./plane.ts";
import { createSky } from "./sky.ts";
import { createStuff, type Stuff } from "./stuff.ts";
import { createWoodwork } from "./woodwork.ts";

/** What the solid board needs of the page, and tells it. The picture may use the strip above the stage, too. */
export interface SolidHost extends DrawingHost {
  /** Nothing is to move by itself. */
  isStill(): boolean;
  /** A checker is in the hand. */
  isHolding(): boolean;
  /** It is seen from elsewhere: buttons have to follow. */
  onView(): void;
}

/** Checkers fly longer than in the plane, for their way is an arc. */
const FLIGHT = 1.35;
const TUMBLE = 1.7;
/** Height of a checker in the hand, in world units. */
const IN_HAND = 0.42;

/** What depends on theme and styles. */
interface Kit {
  style: Style;
  stuff: Stuff;
  pieces: Pieces;
  marks: MarkKit;
}

export function createSolidRenderer(host: SolidHost, style: Style): Renderer {
  const { holder, stage } = host;
  const ended = new AbortController();
  const world = new World();
  const board = new Group();
  const marks = new Group();
  const numbers = new Group();
  const pips = new Group();
  world.add(board, numbers, pips, marks);

  let layout: Layout | null = null;
  let turned = false;
  let last: Scene | null = null;
  let pipsKey = "";

  const now = (): number => performance.now();
  const request = (): void => drawing.request();
  const motions = { pieces: createMotions(now, request), camera: createMotions(now, request) };
  const drawing = createDrawing(host, world, () => camera, motions);
  const camera: LiveCamera = createCamera({ ...host, onAim: aimed }, motions.camera);
  let kit = kitOf(style);
  world.add(kit.pieces.group);
  drawing.onPlain = () => remake(kit.style);

  function kitOf(wanted: Style): Kit {
    const { plain } = drawing.grade();
    const stuff = createStuff(wanted, plain);
    const pieces = createPieces(wanted, stuff, motions.pieces, plain);
    return { style: wanted, stuff, pieces, marks: createMarkKit(wanted, stuff, pieces.checkers) };
  }

  function discardKit({ marks: gold, pieces, stuff }: Kit): void {
    gold.dispose();
    pieces.dispose();
    stuff.dispose();
  }

  function aimed(): void {
    host.onView();
    request();
  }

  function build(on: Layout): void {
    discard(board, new Set(Object.values(kit.stuff)));
    board.add(createWoodwork(on, kit.style.theme, kit.stuff));
    writeNumbers(on);
    drawing.shadowsChanged();
  }

  function writeNumbers(on: Layout): void {
    discard(numbers);
    numbers.add(numbersOn(on, kit.style.theme, turned));
    pipsKey = "";
  }

  function writePips(scene: Scene, on: Layout): void {
    const key = JSON.stringify(scene.pips);
    if (key === pipsKey) return;
    pipsKey = key;
    discard(pips);
    if (scene.pips) pips.add(pipsOn(on, kit.style.theme, scene.pips));
  }

  function render(scene: Scene, ms: number): void {
    if (layout === null) return;
    last = scene;
    kit.pieces.render(scene, layout, ms);
    kit.marks.draw(marks, scene, layout, new Map<Spot, number>(scene.piles.map((pile) => [pile.spot, pile.count])));
    writePips(scene, layout);
    drawing.shadowsChanged();
    if (drawing.isBegun()) return;
    // The flat picture has just gone: there is never nothing to see.
    drawing.draw();
    drawing.warmUp();
  }

  /** Board and pieces anew, in another style or of other stuff. */
  function remake(wanted: Style): void {
    const old = kit;
    motions.pieces.endAll();
    world.remove(old.pieces.group);
    discard(board, new Set(Object.values(old.stuff)));
    kit = kitOf(wanted);
    world.add(kit.pieces.group);
    if (layout) build(layout);
    if (last) render(last, 0);
    discardKit(old);
  }

  function mount(next: Layout, isTurned: boolean): void {
    const isFirst = layout === null;
    const isSame = layout?.narrow === next.narrow && layout.trays.near.x === next.trays.near.x;
    const isNumbers = turned !== isTurned;
    layout = next;
    turned = isTurned;
    camera.mount(next);
    if (!isSame) build(next);
    else if (isNumbers) writeNumbers(next);
    camera.fit();
    if (isFirst) {
      const sky = createSky(Math.hypot(next.width, next.height) / 200 + 0.4);
      world.add(sky.lights);
      drawing.lightBy(sky);
    } else drawing.resize();
  }

  function planeNow(): Homography | null {
    const shot = camera.shot();
    return shot && layout && homographyOf(shot, camera.canvas(), layout);
  }

  function placeAt(clientX: number, clientY: number): Place {
    const plane = planeNow();
    if (plane === null) return { x: -1, y: -1 };
    const area = drawing.canvas().getBoundingClientRect();
    return throughPlane(inverted(plane), { x: clientX - area.left, y: clientY - area.top });
  }

  const watcher = new ResizeObserver(() => {
    if (!camera.isOutgrown()) return;
    camera.fit();
    drawing.resize();
    drawing.draw();
  });
  watcher.observe(stage);
  listenToCamera(holder, camera.deeds, ended.signal);

  return {
    mount,
    render,
    async fly(flights, ms) {
      if (layout !== null) await kit.pieces.fly(flights, layout, ms * FLIGHT);
      drawing.shadowsChanged();
    },
    land() {
      kit.pieces.land();
      drawing.shadowsChanged();
    },
    tumble: (ms) => kit.pieces.tumble(ms * TUMBLE),
    hold(side, spot, place) {
      const shot = camera.shot();
      if (shot === null || layout === null) return;
      // Under the hand, wherever it is seen from: on the way from the place on the felt to the eye.
      const at = new Vector3(...worldOf(place, layout));
      const eye = new Vector3(...shot.position);
      const { y } = standOf(layout, spot, 0).place;
      at.addScaledVector(eye.sub(at), (IN_HAND + y) / shot.position[1]);
      kit.pieces.hold(side, at);
      drawing.shadowsChanged();
    },
    release: () => kit.pieces.release(),
    placeAt,
    plane: {
      matrix() {
        const plane = planeNow();
        return plane && layout ? cssMatrix(plane, layout.width / camera.canvas().width, stage.offsetTop) : "";
      },
      lifted(box, height) {
        const shot = camera.shot();
        return shot && layout ? liftedBox(box, height, shot, camera.canvas(), layout) : box;
      },
    },
    camera,
    restyle: remake,
    dispose() {
      ended.abort();
      watcher.disconnect();
      motions.pieces.endAll();
      motions.camera.endAll();
      camera.dispose();
      discard(board, new Set(Object.values(kit.stuff)));
      discard(numbers);
      discard(pips);
      discardKit(kit);
      drawing.dispose();
    },
  };
}
