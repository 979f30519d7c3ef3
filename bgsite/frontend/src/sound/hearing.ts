/** Lets a page be heard: after its first gesture, as its reader wants it. What computes the sounds is loaded then. */
import type { Board } from "../board/index.ts";
import { timers } from "../line/browser.ts";
import { inTheEnd } from "../line/later.ts";
import type { Preferences } from "../live/preferences.ts";
import { heardOnBoard, loudness } from "./ears.ts";
import { afterGesture } from "./gesture.ts";
import type { Player } from "./player.ts";
import type { SoundName } from "./synth.ts";

export class Hearing {
  /** Null: nobody has touched the page yet. Of null: there is no sound here. */
  private player: Promise<Player | null> | null = null;

  /** Nothing is loaded as long as `isWanted` says no. */
  constructor(
    private readonly preferences: () => Preferences,
    isWanted: () => boolean,
  ) {
    afterGesture(isWanted, (context) => {
      const load = (): Promise<Player> => import("./player.ts").then(({ Player }) => new Player(context));
      // Until the script comes the page goes on without sound: nothing of then is heard afterwards.
      this.player = load().catch(() => {
        void inTheEnd(load, timers).then(
          (player) => (this.player = Promise.resolve(player)),
          () => undefined,
        );
        return null;
      });
    });
  }

  /** What the board does, from now on. */
  listen(board: Board): void {
    board.on((event) => this.hear(heardOnBoard(event)));
  }

  hear(name: SoundName | null): void {
    if (name === null) return;
    const volume = loudness(name, this.preferences(), document.hidden);
    if (volume > 0) void this.player?.then((player) => player?.play(name, volume));
  }

  /** Play it even if its own switch is off. False: this browser has no sound. */
  async tryOut(name: SoundName): Promise<boolean> {
    const player = await this.player;
    player?.play(name, this.preferences().volume);
    return player !== null;
  }
}
