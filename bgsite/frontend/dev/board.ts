/** The board without a server: pick a position and play it. The address says how: ?position=bar&near=black&… */
import { type BoardSettings, type CheckerStyle, createBoard, type DiceStyle, type Look, type Side, type ThemeName } from "../src/board/index.ts";
import { POSITIONS, toPlay } from "./positions.ts";

const query = new URLSearchParams(location.search);
const settings: BoardSettings = {
  near: (query.get("near") ?? "white") as Side,
  direction: (query.get("direction") ?? "right") as "right" | "left",
  speed: (query.get("speed") ?? "normal") as BoardSettings["speed"],
  moveStyle: (query.get("style") ?? "guided") as BoardSettings["moveStyle"],
  pips: query.has("pips"),
  look: (query.get("look") ?? "flat") as Look,
  theme: (query.get("theme") ?? "classic") as ThemeName,
  checkers: (query.get("checkers") ?? "turned") as CheckerStyle,
  dice: (query.get("dice") ?? "ivory") as DiceStyle,
  controls: query.has("controls"),
  quality: (query.get("quality") ?? "auto") as "auto" | "low" | "high",
};
const board = createBoard(document.querySelector("#board") as HTMLElement, settings);
const tools = document.querySelector("#tools") as HTMLElement;
const said = document.querySelector("#turn") as HTMLElement;

function show(name: string): void {
  const chosen = POSITIONS[name];
  if (chosen) board.show(chosen.position, chosen.movable, chosen.can);
}

function button(name: string, onClick: () => void): void {
  const made = document.createElement("button");
  made.textContent = name;
  made.addEventListener("click", onClick);
  tools.append(made);
}

for (const name of Object.keys(POSITIONS)) button(name, () => show(name));
button("undo", () => board.undo());
button("reset", () => board.reset());
button("play", () => void board.play("black", [[24, 18, 6], [13, 10, 3]]));
board.on((event) => {
  said.textContent = JSON.stringify(event);
});
show(query.get("position") ?? "opening");
Object.assign(window, { board, POSITIONS, toPlay });
