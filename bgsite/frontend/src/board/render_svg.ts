/**
 * The flat board: an SVG with one layer for each kind of thing, each of parts (a point's checkers, a die). Only a part
 * that changed is written anew: style and picture of every checker are by far the most that a move costs.
 */
import type { Layout, Place } from "./layout.ts";
import { boardParts, cubeMarkup, cubePlace, cubeShows, diceParts, type Pen, pileMarkup, TILTS } from "./markup.ts";
import { groundMarkup, marksMarkup, pipsMarkup, toRollMarkup } from "./marks.ts";
import { airborne, type Motion, move } from "./motion.ts";
import { carryCube, flyChecker, heldChecker, IN_HAND, throwDice } from "./moves_svg.ts";
import type { Renderer, SideFlight, Style } from "./renderer.ts";
import type { Scene } from "./scene.ts";
import { type Spot, SPOTS } from "./spots.ts";
import type { Side } from "./types.ts";

const LAYERS = ["board", "ground", "checkers", "marks", "dice", "cube", "flights"] as const;
type LayerName = (typeof LAYERS)[number];

interface Layer {
  group: SVGGElement;
  /** Its parts, the lowest first. */
  parts: { group: SVGGElement; text: string }[];
}

/** Units of the picture from where dice are thrown to where they lie. */
const THROW = 190;

const SVG = "http://www.w3.org/2000/svg";
let made = 0;

function endOf(scene: Scene, side: Side): "near" | "far" {
  return side === scene.near ? "near" : "far";
}

/** Whether two unlike dice have changed places. */
function isSwapped(before: Scene["dice"], now: Scene["dice"]): boolean {
  const [a, b] = [before?.dice ?? [], now?.dice ?? []].map((dice) => dice.map((die) => die.number));
  return before?.side === now?.side && a?.length === 2 && b?.length === 2 && a[0] === b[1] && a[1] === b[0] && a[0] !== a[1];
}

/** A text for each spot, empty where no checker is. */
function pilesBySpot({ piles }: Scene, pen: Pen): string[] {
  const texts: string[] = new Array(SPOTS).fill("");
  for (const pile of piles) texts[pile.spot] = pileMarkup(pile, pen);
  return texts;
}

export function createSvgRenderer(root: HTMLElement, style: Style): Renderer {
  made += 1;
  const id = `bp${made}-`;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "board-picture");
  svg.setAttribute("aria-hidden", "true");
  const layers = new Map<LayerName, Layer>();
  for (const name of LAYERS) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `board-layer-${name}`);
    svg.append(group);
    layers.set(name, { group, parts: [] });
  }
  root.prepend(svg);

  let pen: Pen | null = null;
  /** What was rendered last on this layout. */
  let shown: Scene | null = null;
  let flying: Motion[] = [];
  let held: ReturnType<typeof heldChecker> | null = null;
  /** Layers whose things are still on the way to where the layer has them. */
  const moving = new Map<LayerName, Motion>();

  function write(name: LayerName, texts: readonly string[]): void {
    const { group, parts } = layers.get(name) as Layer;
    while (parts.length < texts.length) parts.push({ group: group.appendChild(document.createElementNS(SVG, "g")), text: "" });
    const changed = parts.map((part, at) => ({ part, text: texts[at] ?? "" })).filter(({ part, text }) => part.text !== text);
    if (changed.length > 0) moving.get(name)?.end();
    for (const { part, text } of changed) {
      part.text = text;
      part.group.innerHTML = text;
    }
  }

  function groupOf(name: LayerName): SVGGElement {
    return layers.get(name)?.group as SVGGElement;
  }

  /** Hide a layer until its moving copies have arrived. */
  function unseenDuring(name: LayerName, motion: Motion): void {
    const group = groupOf(name);
    group.setAttribute("visibility", "hidden");
    settleAfter(name, motion, () => group.removeAttribute("visibility"));
  }

  function settleAfter(name: LayerName, motion: Motion, settle: () => void): void {
    function end(): void {
      motion.end();
      if (moving.get(name)?.over !== motion.over) return;
      moving.delete(name);
      settle();
    }
    moving.set(name, { over: motion.over, end });
    void motion.over.then(end);
  }

  function settleAll(): void {
    land();
    for (const motion of [...moving.values()]) motion.end();
  }

  function mount(layout: Layout, turned: boolean): void {
    if (pen?.layout !== layout) {
      settleAll();
      shown = null;
    }
    pen = { ...style, layout, id };
    svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    write("board", boardParts(pen, turned));
  }

  function render(scene: Scene, ms: number): void {
    if (pen === null) return;
    const before = shown;
    shown = scene;
    write("ground", [groundMarkup(scene, pen), pipsMarkup(scene, pen)]);
    write("checkers", pilesBySpot(scene, pen));
    write("marks", [marksMarkup(scene, pen)]);
    const dice = scene.dice ? diceParts(scene.dice.dice, scene.dice.side, endOf(scene, scene.dice.side), pen) : [];
    write("dice", [...dice, ...(scene.toRoll ? [toRollMarkup(scene.toRoll, endOf(scene, scene.toRoll), pen)] : [])]);
    write("cube", scene.cube ? [cubeMarkup(scene.cube, pen)] : []);
    if (before === null || ms === 0) return;
    if (isSwapped(before.dice, scene.dice)) swapDice(ms, scene, pen);
    moveCube(before, scene, 2 * ms, pen);
  }

  /** The two dice go round each other to their new places. */
  function swapDice(ms: number, { dice, near }: Scene, { layout }: Pen): void {
    const places = layout.dice(dice?.side === near ? "near" : "far", 2) as [Place, Place];
    const drawn = [...groupOf("dice").querySelectorAll(".board-die")];
    const motion = move(ms, (part) => {
      drawn.forEach((die, at) => {
        const { x, y, height } = airborne(places[1 - at] as Place, places[at] as Place, part);
        const round = at === 0 ? -height : height;
        die.setAttribute("transform", `translate(${x} ${y + 1.4 * round}) rotate(${(TILTS[at] ?? 0) + 180 * (part - 1)})`);
      });
    });
    settleAfter("dice", motion, () => {
      drawn.forEach((die, at) => die.setAttribute("transform", `translate(${places[at]?.x} ${places[at]?.y}) rotate(${TILTS[at]})`));
    });
  }

  function moveCube({ cube: before }: Scene, { cube: now }: Scene, ms: number, { layout }: Pen): void {
    if (pen === null || before === null || now === null) return;
    const [from, to] = [cubePlace(before, layout), cubePlace(now, layout)];
    const [old, value] = [cubeShows(before.value), cubeShows(now.value)];
    if (from.x === to.x && from.y === to.y && old === value) return;
    unseenDuring("cube", carryCube(groupOf("flights"), { from, to, before: old, now: value }, ms, pen));
  }

  async function fly(flights: readonly SideFlight[], ms: number): Promise<void> {
    if (pen === null) return;
    const { layout } = pen;
    const begun = flights.map(({ side, from, fromIndex, to, toIndex }) => {
      const way = { side, from, to, start: layout.checker(from, fromIndex), goal: layout.checker(to, toIndex) };
      return flyChecker(groupOf("flights"), way, ms, pen as Pen);
    });
    flying = begun;
    await Promise.all(begun.map((each) => each.over));
    if (flying === begun) land();
  }

  function land(): void {
    for (const each of flying) each.end();
    flying = [];
    release();
  }

  function tumble(ms: number): void {
    const { dice, near } = shown ?? {};
    if (pen === null || !dice) return;
    moving.get("dice")?.end();
    const end = dice.side === near ? "near" : "far";
    const places = pen.layout.dice(end, dice.dice.length);
    const middle = pen.layout.bar.x + pen.layout.bar.width / 2;
    const thrown = dice.dice.map(({ number }, at) => {
      const goal = places[at] as Place;
      // From the outer end of the player's half, over the free middle of the board.
      const from = goal.x > middle ? THROW : -THROW;
      return { number, goal, tilt: TILTS[at % 4] ?? 0, from };
    });
    unseenDuring("dice", throwDice(groupOf("flights"), dice.side, thrown, ms, pen));
  }

  function hold(side: Side, _spot: Spot, place: Place): void {
    if (pen === null) return;
    held ??= heldChecker(groupOf("flights"), side, pen);
    // The checker itself is under the pointer, its shadow below it.
    held.to({ x: place.x, y: place.y + IN_HAND / 2, height: IN_HAND });
  }

  function release(): void {
    held?.remove();
    held = null;
  }

  function placeAt(clientX: number, clientY: number): Place {
    const area = svg.getBoundingClientRect();
    const scale = (pen?.layout.width ?? 1) / (area.width || 1);
    return { x: (clientX - area.left) * scale, y: (clientY - area.top) * scale };
  }

  return {
    mount,
    render,
    fly,
    land,
    tumble,
    hold,
    release,
    placeAt,
    dispose() {
      settleAll();
      svg.remove();
    },
  };
}
