/** The board beside the settings: it looks as chosen, shows a play, and can be played. */
import { type Board, type BoardPosition, type BoardSettings, createBoard } from "../board/index.ts";
import { boardLook } from "../live/look.ts";
import type { Preferences } from "../live/preferences.ts";

export interface Positions {
  /** Before the last play of `now`. */
  before: BoardPosition;
  now: BoardPosition;
}

function settingsOf(preferences: Preferences): BoardSettings {
  const { direction, speed, moveStyle, pips } = preferences;
  return { near: "white", direction, speed, moveStyle, pips, ...boardLook(preferences), controls: true };
}

export class Preview {
  readonly board: Board;
  private shown = "";
  /** Raised by every play that is shown: an earlier one must not end over it. */
  private plays = 0;

  constructor(
    root: HTMLElement,
    private readonly positions: Positions,
    preferences: Preferences,
  ) {
    this.board = createBoard(root, settingsOf(preferences));
    this.board.show(positions.now, "white");
    this.shown = JSON.stringify(settingsOf(preferences));
  }

  wear(preferences: Preferences): void {
    const wanted = settingsOf(preferences);
    const key = JSON.stringify(wanted);
    if (key === this.shown) return; // it would draw itself anew
    this.shown = key;
    this.board.settings(wanted);
  }

  /** The last play once more, as fast as chosen. */
  async showPlay(): Promise<void> {
    const last = this.positions.now.last_play;
    if (last === null) return;
    this.plays += 1;
    const mine = this.plays;
    this.board.show(this.positions.before, null);
    await this.board.landed();
    await this.board.play(last.side, last.moves);
    if (mine === this.plays) this.board.show(this.positions.now, "white");
  }

  setBack(): void {
    this.plays += 1;
    this.board.show(this.positions.now, "white");
    this.board.reset();
  }
}
