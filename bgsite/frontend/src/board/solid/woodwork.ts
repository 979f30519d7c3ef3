/** The board itself: frame, rails, bar with hinges, felt with its points, shade in the corners. */
import { CanvasTexture, Color, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Vector3 } from "three";
import geometry from "../../../../../matches/geometry.json";
import type { Box, Layout } from "../layout.ts";
import type { Theme } from "../theme.ts";
import type { Triple } from "./eye.ts";
import { SCALE, worldOf } from "./plane.ts";
import { profileOf, roundedBox, Shape } from "./shape.ts";
import type { Stuff } from "./stuff.ts";

/** Heights over the felt, in world units. */
export const HEIGHTS = { frame: 0.2, rail: 0.182, bar: 0.19, divider: 0.12, tray: -0.2, underside: -0.4, point: 0.004 } as const;
/** How far the frame goes beyond the flat picture's edge, in units of the layout. */
const BEYOND = 10;

type Span = readonly [number, number];

interface Ground {
  layout: Layout;
  /** A box of the layout as spans of the world. */
  span(box: Box): { x: Span; z: Span };
}

function groundOf(layout: Layout): Ground {
  return {
    layout,
    span(box) {
      const [left, , far] = worldOf(box, layout);
      return { x: [left, left + box.width * SCALE], z: [far, far + box.height * SCALE] };
    },
  };
}

/** What has to be in view: the corners of the frame, and of what stands in it. */
export function cornersOf(layout: Layout): Triple[] {
  const [x, z] = [(layout.width / 2 + BEYOND) * SCALE, (layout.height / 2 + BEYOND) * SCALE];
  return [-x, x].flatMap((a) => [-z, z].flatMap((b) => [HEIGHTS.frame, HEIGHTS.underside].map((up): Triple => [a, up, b])));
}

/** The gaps between the wells, from left to right: rails, and the bar. */
function gapsOf(layout: Layout): Box[] {
  const columns = [...layout.fields, layout.trays.far, ...(layout.cubeTray ? [layout.cubeTray] : [])].sort((a, b) => a.x - b.x);
  return columns.slice(1).map((column, at) => {
    const before = columns[at] as Box;
    const x = before.x + before.width;
    return { x, y: layout.fields[0].y, width: column.x - x, height: layout.fields[0].height };
  });
}

function frame(shape: Shape, { layout, span }: Ground): void {
  const inner = span(inside(layout));
  const wide = (layout.rim + BEYOND) * SCALE;
  const edge = layout.width * SCALE * 0.5 + BEYOND * SCALE - inner.x[1];
  const { frame: top, tray, underside } = HEIGHTS;
  const profile = profileOf([
    [wide - 0.05, underside],
    [wide, underside + 0.02, 0.03],
    [wide, -0.14, 0.012],
    [wide - 0.022, -0.125, 0.01],
    [wide - 0.022, -0.085, 0.01],
    [wide, -0.07, 0.012],
    [wide, top, 0.1],
    [0.055, top, 0.01],
    [0.05, top - 0.012, 0.008],
    [0.025, top - 0.006, 0.03],
    [0, top - 0.05, 0.03],
    [0, tray],
  ]);
  shape.around(profile, inner.x, inner.z, edge / wide);
}

/** Light lines, where wood and felt are of one dark colour: along the frame's upper edge, and round its foot. */
function edges(shape: Shape, { layout, span }: Ground, colour: string): void {
  const inner = span(inside(layout));
  const wide = (layout.rim + BEYOND) * SCALE;
  const edge = layout.width * SCALE * 0.5 + BEYOND * SCALE - inner.x[1];
  const { frame: top, underside } = HEIGHTS;
  shape.paint(new Color(colour));
  shape.around(profileOf([[wide - 0.068, top + 0.0015], [wide - 0.092, top + 0.0015]]), inner.x, inner.z, edge / wide);
  shape.around(profileOf([[wide + 0.002, underside + 0.04], [wide + 0.002, underside + 0.064]]), inner.x, inner.z, edge / wide);
}

/** A thin line of light wood let into the frame, all the way round. */
function stringing(shape: Shape, { layout, span }: Ground, colour: string): void {
  const inner = span(inside(layout));
  const line = profileOf([[0.088, HEIGHTS.frame + 0.0015], [0.072, HEIGHTS.frame + 0.0015]]);
  shape.paint(new Color(colour)).around(line, inner.x, inner.z, layout.narrow ? 0.7 : 1);
}

/** Such a line round every well, where wood and felt are of one colour. */
function outlines(shape: Shape, { layout, span }: Ground, colour: string): void {
  const line = profileOf([[0.036, HEIGHTS.frame + 0.0015], [0.012, HEIGHTS.frame + 0.0015]]);
  shape.paint(new Color(colour));
  for (const well of layout.wells) {
    const { x, z } = span(well);
    shape.around(line, x, z);
  }
}

/** Everything inside the frame. */
function inside(layout: Layout): Box {
  const [left, right] = [Math.min(...layout.wells.map((well) => well.x)), Math.max(...layout.wells.map((well) => well.x + well.width))];
  return { x: left, y: layout.rim, width: right - left, height: layout.height - 2 * layout.rim };
}

/** A beam with rounded edges between two walls; along z, or along x. */
function beam(shape: Shape, x: Span, z: Span, top: number, isAcross: boolean, shift: number): void {
  const [[a, b], [start, end]] = isAcross ? [z, x] : [x, z];
  const [half, middle] = [(b - a) / 2, (a + b) / 2];
  const round = Math.min(0.05, half * 0.6);
  const profile = profileOf([[half, HEIGHTS.tray], [half, top, round], [-half, top, round], [-half, HEIGHTS.tray]]);
  if (isAcross) shape.along(profile, (o) => [new Vector3(start, 0, middle + o), new Vector3(end, 0, middle + o)], new Vector3(0, 0, 1), shift);
  else shape.along(profile, (o) => [new Vector3(middle + o, 0, end), new Vector3(middle + o, 0, start)], new Vector3(1, 0, 0), shift);
}

function rails(shape: Shape, { layout, span }: Ground): void {
  gapsOf(layout).forEach((gap, at) => {
    const { x, z } = span(gap);
    if (gap.x !== layout.bar.x) {
      beam(shape, x, z, HEIGHTS.rail, false, at * 0.29);
      return;
    }
    const middle = (x[0] + x[1]) / 2;
    beam(shape, [x[0], middle - 0.004], z, HEIGHTS.bar, false, 0.2);
    beam(shape, [middle + 0.004, x[1]], z, HEIGHTS.bar, false, 0.7);
  });
  const { near, far } = layout.trays;
  const between = span({ x: far.x, y: far.y + far.height, width: far.width, height: near.y - far.y - far.height });
  beam(shape, between.x, between.z, HEIGHTS.divider, true, 0.5);
}

function hinge(shape: Shape, x: number, z: number, theme: Theme): void {
  const up = HEIGHTS.bar;
  const light = new Color(theme.metal).lerp(new Color(theme.metal_light), 0.35);
  const dark = new Color(theme.metal_dark).multiplyScalar(0.5);
  shape.paint(light);
  for (const side of [-1, 1]) roundedBox(shape, new Vector3(0.11, 0.02, 0.62), 0.008, { place: new Vector3(x + side * 0.075, up, z), steps: 2 });
  for (const part of [-0.21, 0, 0.21]) roundedBox(shape, new Vector3(0.062, 0.06, 0.2), 0.03, { place: new Vector3(x, up + 0.012, z + part), steps: 4 });
  for (const side of [-1, 1]) {
    for (const part of [-0.21, 0.21]) {
      const place = new Vector3(x + side * 0.083, up + 0.009, z + part);
      shape.paint(new Color(theme.metal));
      roundedBox(shape, new Vector3(0.05, 0.012, 0.05), 0.006, { place, steps: 3 });
      shape.paint(dark);
      roundedBox(shape, new Vector3(0.044, 0.004, 0.009), 0.002, { place: place.clone().setY(up + 0.015), steps: 1 });
    }
  }
}

/**
 * What is to be painted so that a point is seen in a colour of the flat board. The device takes light away from all three
 * parts of a colour by the darkest of them (NeutralToneMapping), which makes red ones orange: it is given back here.
 */
function seenAs(wanted: string): Color {
  const colour = new Color(wanted);
  const least = Math.min(colour.r, colour.g, colour.b);
  const taken = least < 0.04 ? Math.sqrt(least / 6.25) - least : 0.04;
  return new Color(colour.r + taken, colour.g + taken, colour.b + taken);
}

function points(shape: Shape, layout: Layout, theme: Theme): void {
  const half = geometry.point / 2 - 1;
  for (let point = 1; point <= 24; point += 1) {
    const colour = seenAs(point % 2 === 0 ? theme.point_light : theme.point_dark);
    // A seam of thread, and the point inside it.
    shape.paint(colour.clone().multiplyScalar(0.42));
    pointShape(shape, layout, point, half + 1.5, HEIGHTS.point / 2, 3);
    shape.paint(colour);
    pointShape(shape, layout, point, half - 0.5, HEIGHTS.point, 0);
  }
}

/** A point's triangle, on the felt. */
export function pointShape(shape: Shape, layout: Layout, point: number, half: number, up: number, longer: number): void {
  const { base, tip } = layout.point(point);
  const away = Math.sign(tip.y - base.y);
  const at = (x: number, y: number): Vector3 => new Vector3(...worldOf({ x, y }, layout)).setY(up);
  const [left, right] = [at(base.x - half, base.y), at(base.x + half, base.y)];
  const end = at(tip.x, tip.y + away * longer);
  shape.level(away < 0 ? [left, right, end] : [right, left, end], 0.6);
}

/** Shade along the walls of a well, as a picture that darkens. */
function shadeTexture(box: Box): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = Math.round((256 * box.height) / box.width);
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const unit = 256 / box.width;
  const strip = (x0: number, y0: number, x1: number, y1: number, dark: number): void => {
    const fade = pen.createLinearGradient(x0, y0, x1, y1);
    for (const [at, part] of [[0, 1], [0.25, 0.55], [0.6, 0.16], [1, 0]] as const) fade.addColorStop(at, `rgba(0,0,0,${dark * part})`);
    pen.fillStyle = fade;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  };
  const deep = 46 * unit;
  strip(0, 0, 0, deep, 0.5);
  strip(0, canvas.height, 0, canvas.height - deep, 0.5);
  strip(0, 0, deep, 0, 0.5);
  strip(canvas.width, 0, canvas.width - deep, 0, 0.5);
  return new CanvasTexture(canvas);
}

function shadeOver(box: Box, up: number, { span }: Ground): Mesh {
  const { x, z } = span(box);
  const plane = new PlaneGeometry(x[1] - x[0], z[1] - z[0]).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({ map: shadeTexture(box), transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -3, polygonOffsetUnits: -3 });
  const shade = new Mesh(plane, material);
  shade.position.set((x[0] + x[1]) / 2, up, (z[0] + z[1]) / 2);
  shade.renderOrder = 1;
  return shade;
}

/** The shadow of the whole board on whatever it lies on. */
function tableShade({ layout, span }: Ground): Mesh {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [256, 192];
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.filter = "blur(14px)";
  pen.fillStyle = "rgba(0,0,0,.62)";
  pen.fillRect(46, 40, 164, 112);
  const margin = 0.28;
  const { x, z } = span({ x: -layout.width * margin, y: -layout.height * margin, width: layout.width * (1 + 2 * margin), height: layout.height * (1 + 2 * margin) });
  const plane = new PlaneGeometry(x[1] - x[0], z[1] - z[0]).rotateX(-Math.PI / 2);
  const shade = new Mesh(plane, new MeshBasicMaterial({ map: new CanvasTexture(canvas), transparent: true, depthWrite: false }));
  shade.position.set(0.1, HEIGHTS.underside, 0.12);
  shade.renderOrder = -1;
  return shade;
}

/** The empty board without its numbers. */
export function createWoodwork(layout: Layout, theme: Theme, stuff: Stuff): Group {
  const ground = groundOf(layout);
  const wood = new Shape();
  frame(wood, ground);
  rails(wood, ground);

  const felt = new Shape();
  const trayFelt = new Shape();
  const trays = [layout.trays.near, layout.trays.far, ...(layout.cubeTray ? [layout.cubeTray] : [])];
  for (const field of layout.fields) {
    const { x, z } = ground.span(field);
    felt.floor(x, z, 0, 0.6);
  }
  for (const tray of trays) {
    const { x, z } = ground.span(tray);
    trayFelt.floor(x, z, HEIGHTS.tray, 0.6);
  }
  const inlays = new Shape();
  points(inlays, layout, theme);
  if (theme.wood === theme.felt) {
    outlines(inlays, ground, theme.inlay);
    edges(inlays, ground, theme.inlay);
  } else stringing(inlays, ground, theme.inlay);

  const group = new Group();
  const add = (shape: Shape, material: Mesh["material"], cast: boolean): void => {
    const mesh = new Mesh(shape.geometry(), material);
    mesh.castShadow = cast;
    mesh.receiveShadow = true;
    group.add(mesh);
  };
  add(wood, stuff.wood, true);
  add(felt, stuff.felt, false);
  add(trayFelt, stuff.trayFelt, false);
  add(inlays, stuff.points, false);
  if (!layout.narrow) {
    const brass = new Shape();
    const { x, z } = ground.span(layout.bar);
    for (const at of [z[0] + 0.44, z[1] - 0.44]) hinge(brass, (x[0] + x[1]) / 2, at, theme);
    add(brass, stuff.brass, true);
  }
  for (const field of layout.fields) group.add(shadeOver(field, HEIGHTS.point + 0.002, ground));
  for (const tray of trays) group.add(shadeOver(tray, HEIGHTS.tray + 0.002, ground));
  group.add(tableShade(ground));
  return group;
}
