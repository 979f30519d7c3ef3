/** Step graphs as the server makes them; written by tests/matches/board_graphs.py. */
import { readFileSync } from "node:fs";
import type { StepGraph } from "../../src/board/index.ts";

export function readTurnGraphs(): StepGraph[] {
  const rows = readFileSync("test/board/graphs.json", "utf8");
  return (JSON.parse(rows) as { graph: StepGraph }[]).map((row) => row.graph);
}
