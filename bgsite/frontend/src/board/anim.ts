/** What flies when the checkers change: from one state of the board to the next. Knows places, not pictures. */
import { BAR_FAR, BAR_NEAR, barOf, type Cells, countAt, isPoint, OFF_FAR, OFF_NEAR, pointOf, type Sign, type Spot, withChecker } from "./spots.ts";

/** One checker under way. `fromIndex` and `toIndex` are its heights in the piles it leaves and joins (0 first). */
export interface Flight {
  sign: Sign;
  from: Spot;
  fromIndex: number;
  to: Spot;
  toIndex: number;
}

/** Checkers that fly at the same time, over those that rest. */
export interface Stage {
  resting: Cells;
  flights: Flight[];
}

export interface Flown {
  stages: Stage[];
  /** The checkers when all have landed. */
  end: Cells;
}

/** A play's flights, one after the other; a hit checker travels to the bar as soon as it is hit. */
export function flightsOfMoves(cells: Cells, sign: Sign, moves: readonly { from: Spot; to: Spot }[]): Flown {
  const stages: Stage[] = [];
  const foe: Sign = sign === 1 ? -1 : 1;
  let now = cells;
  function fly(who: Sign, from: Spot, to: Spot, resting: Cells): void {
    const flight = { sign: who, from, fromIndex: countAt(resting, from, who), to, toIndex: countAt(resting, to, who) };
    stages.push({ resting, flights: [flight] });
  }
  for (const { from, to } of moves) {
    const isHit = isPoint(to) && countAt(now, to, foe) === 1;
    const lifted = withChecker(now, from, sign, -1);
    fly(sign, from, to, lifted);
    if (isHit) {
      const landed = withChecker(withChecker(lifted, to, foe, -1), to, sign, 1);
      fly(foe, to, barOf(foe), landed);
      now = withChecker(landed, barOf(foe), foe, 1);
    } else {
      now = withChecker(lifted, to, sign, 1);
    }
  }
  return { stages, end: now };
}

const SPOTS: readonly Spot[] = Array.from({ length: 28 }, (_, spot) => spot);

/** The spots that lost and gained checkers of one side, once for each checker, rearmost first. */
function changed(before: Cells, after: Cells, sign: Sign): { lost: Spot[]; gained: Spot[] } {
  const lost: Spot[] = [];
  const gained: Spot[] = [];
  for (const spot of [...SPOTS].sort((a, b) => pointOf(b, sign) - pointOf(a, sign))) {
    const difference = countAt(after, spot, sign) - countAt(before, spot, sign);
    for (let each = 0; each < Math.abs(difference); each += 1) (difference < 0 ? lost : gained).push(spot);
  }
  return { lost, gained };
}

/** The difference of two boards as one stage: every checker that changed place flies at once. */
export function flightsBetween(before: Cells, after: Cells): Flown {
  let resting = before;
  const flights: Flight[] = [];
  for (const sign of [1, -1] as const) {
    const { lost, gained } = changed(before, after, sign);
    if (lost.length !== gained.length) return { stages: [], end: after };
    for (const spot of lost) resting = withChecker(resting, spot, sign, -1);
    lost.forEach((from, index) => {
      const to = gained[index] as Spot;
      const landed = gained.slice(0, index).filter((spot) => spot === to).length;
      flights.push({
        sign,
        from,
        fromIndex: countAt(before, from, sign) - 1 - lost.slice(0, index).filter((spot) => spot === from).length,
        to,
        toIndex: countAt(before, to, sign) + landed,
      });
    });
  }
  return flights.length === 0 ? { stages: [], end: after } : { stages: [{ resting, flights }], end: after };
}

function isStruck({ from, to }: Flight): boolean {
  return isPoint(from) && (to === BAR_NEAR || to === BAR_FAR);
}

/** What is heard when the flights of a stage land; null for a hit checker that reaches the bar, since the blow was heard. */
export function landingOf(stages: readonly Stage[], at: number): "move" | "hit" | "off" | null {
  const flights = stages[at]?.flights ?? [];
  if (stages[at + 1]?.flights.every(isStruck)) return "hit";
  if (flights.some(isStruck)) return at > 0 && flights.every(isStruck) ? null : "hit";
  return flights.some(({ to }) => to === OFF_NEAR || to === OFF_FAR) ? "off" : "move";
}
