/** The flat board: an SVG with one layer for each kind of thing; a layer is written anew only when it changed. */
import type { Flight } from "./anim.ts";
import type { Layout, Place } from "./layout.ts";
import { boardMarkup, checkerName, checkersMarkup, cubeMarkup, diceMarkup, type Pen } from "./markup.ts";
import { groundMarkup, marksMarkup, pipsMarkup, toRollMarkup } from "./marks.ts";
import type { Scene } from "./scene.ts";
import type { Spot } from "./spots.ts";
import type { Theme } from "./theme.ts";
import type { Side } from "./types.ts";

export interface Renderer {
  /** Draw the empty board for a layout; `turned`: with the far player's numbers. */
  mount(layout: Layout, turned: boolean): void;
  render(scene: Scene): void;
  /** Let checkers fly for `ms` milliseconds; resolves when they have landed or `land` was called. */
  fly(flights: readonly (Flight & { side: Side })[], ms: number): Promise<void>;
  /** End every flight now. */
  land(): void;
  /** Let the dice tumble for `ms` milliseconds. */
  tumble(ms: number): void;
  /** A checker in the hand, at a place of the picture; null puts it away. */
  hold(side: Side, spot: Spot, place: Place): void;
  release(): void;
  /** A place on the screen as a place of the picture. */
  placeAt(clientX: number, clientY: number): Place;
  dispose(): void;
}

const LAYERS = ["board", "ground", "checkers", "marks", "dice", "cube", "flights"] as const;
type LayerName = (typeof LAYERS)[number];

const SVG = "http://www.w3.org/2000/svg";
let made = 0;

export function createSvgRenderer(root: HTMLElement, theme: Theme): Renderer {
  made += 1;
  const id = `bp${made}-`;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "board-picture");
  svg.setAttribute("aria-hidden", "true");
  const layers = new Map<LayerName, { group: SVGGElement; text: string }>();
  for (const name of LAYERS) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `board-layer-${name}`);
    svg.append(group);
    layers.set(name, { group, text: "" });
  }
  root.prepend(svg);

  let pen: Pen | null = null;
  let flying: Animation[] = [];

  function write(name: LayerName, text: string): void {
    const layer = layers.get(name);
    if (layer === undefined || layer.text === text) return;
    layer.text = text;
    layer.group.innerHTML = text;
  }

  function groupOf(name: LayerName): SVGGElement {
    return layers.get(name)?.group as SVGGElement;
  }

  function mount(layout: Layout, turned: boolean): void {
    pen = { layout, theme, id };
    svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    write("board", boardMarkup(pen, turned));
  }

  function render(scene: Scene): void {
    if (pen === null) return;
    const end = (side: Side): "near" | "far" => (side === scene.near ? "near" : "far");
    write("ground", groundMarkup(scene, pen) + pipsMarkup(scene, pen));
    write("checkers", checkersMarkup(scene.piles, pen));
    write("marks", marksMarkup(scene, pen));
    const dice = scene.dice ? diceMarkup(scene.dice.dice, scene.dice.side, end(scene.dice.side), pen) : "";
    write("dice", dice + (scene.toRoll ? toRollMarkup(scene.toRoll, end(scene.toRoll), pen) : ""));
    write("cube", scene.cube ? cubeMarkup(scene.cube, pen) : "");
  }

  function newChecker(side: Side, spot: Spot): SVGUseElement {
    const checker = document.createElementNS(SVG, "use");
    checker.setAttribute("href", `#${checkerName(side, spot, id)}`);
    groupOf("flights").append(checker);
    return checker;
  }

  async function fly(flights: readonly (Flight & { side: Side })[], ms: number): Promise<void> {
    const layout = pen?.layout;
    if (layout === undefined) return;
    const begun = flights.map(({ side, from, fromIndex, to, toIndex }) => {
      const start = layout.checker(from, fromIndex);
      const goal = layout.checker(to, toIndex);
      const frames = [start, goal].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      return newChecker(side, from).animate(frames, { duration: ms, easing: "cubic-bezier(.35,.05,.25,1)", fill: "both" });
    });
    flying = begun;
    // A hidden page may never tick its animations: the clock ends the flight there.
    const late = new Promise((resolve) => setTimeout(resolve, ms + 150));
    await Promise.race([late, Promise.all(begun.map((each) => each.finished)).catch(() => undefined)]);
    if (flying === begun) land();
  }

  function land(): void {
    for (const each of flying) each.cancel();
    flying = [];
    release();
  }

  function tumble(ms: number): void {
    for (const die of groupOf("dice").querySelectorAll(".board-die > *")) {
      const turn = 160 + Math.random() * 200;
      die.animate(
        [
          { transform: `translate(0, -70px) rotate(${-turn}deg) scale(1.25)`, opacity: 0.2 },
          { transform: "translate(0, 6px) rotate(12deg) scale(.97)", opacity: 1, offset: 0.75 },
          { transform: "none", opacity: 1 },
        ],
        { duration: ms, easing: "ease-out" },
      );
    }
  }

  function hold(side: Side, spot: Spot, { x, y }: Place): void {
    const held = (groupOf("flights").lastElementChild as SVGUseElement | null) ?? newChecker(side, spot);
    held.setAttribute("transform", `translate(${x} ${y}) scale(1.08)`);
  }

  function release(): void {
    groupOf("flights").replaceChildren();
  }

  function placeAt(clientX: number, clientY: number): Place {
    const area = svg.getBoundingClientRect();
    const scale = (pen?.layout.width ?? 1) / (area.width || 1);
    return { x: (clientX - area.left) * scale, y: (clientY - area.top) * scale };
  }

  return { mount, render, fly, land, tumble, hold, release, placeAt, dispose: () => svg.remove() };
}
