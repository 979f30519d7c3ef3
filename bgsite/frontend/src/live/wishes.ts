/** What a person wants to do, and the frame that says it to the server. */
import type { ActionFrame, Can, Side, View } from "./protocol.ts";
import { handsOf } from "./sides.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An action without its envelope. */
export type Wish = Without<ActionFrame, "id" | "side" | "decision">;

/** The side in `you` that no computer plays and for which `allowed` holds; the one to act first, when both are in hand. */
export function sideThatCan(view: View, you: readonly Side[], allowed: (can: Can) => boolean): Side | null {
  const order = handsOf(view, you).sort((first) => (first === view.to_act ? -1 : 1));
  return order.find((side) => allowed(view.can[side])) ?? null;
}

const RULES: Record<Wish["t"], (can: Can) => boolean> = {
  roll: (can) => can.roll,
  reroll: (can) => can.reroll,
  play: (can) => can.play,
  double: (can) => can.double,
  take: (can) => can.take,
  drop: (can) => can.drop,
  beaver: (can) => can.beaver,
  resign: (can) => can.resign.length > 0,
  accept_resignation: (can) => can.answer_resignation,
  decline_resignation: (can) => can.answer_resignation,
  withdraw_resignation: (can) => can.withdraw_resignation,
  resign_match: (can) => can.resign_match,
  settle: (can) => can.settle !== null,
  draw: (can) => can.draw,
  propose_end: (can) => can.propose_end,
  accept: (can) => can.answer_proposal,
  decline: (can) => can.answer_proposal,
  withdraw: (can) => can.withdraw_proposal,
  end_session: (can) => can.end_session,
  next: (can) => can.next,
  take_back: (can) => can.take_back,
  adjourn: (can) => can.adjourn,
  resume: (can) => can.resume,
};

/** The side for which the server would accept such an action from us now; null: for none. */
export const sideFor = (view: View, you: readonly Side[], name: Wish["t"]): Side | null =>
  sideThatCan(view, you, RULES[name]);

/** The frame of `wish`; null when the server would not accept it from us now. */
export function frameFor(view: View, you: readonly Side[], wish: Wish, id: string): ActionFrame | null {
  const side = sideFor(view, you, wish.t);
  return side === null ? null : ({ ...wish, id, side, decision: view.decision } as ActionFrame);
}
