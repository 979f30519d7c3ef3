/** The sounds of a table: what its board does, and the call to its players. */
import type { Board } from "../board/index.ts";
import type { Store } from "../live/store.ts";
import { heardAtTable } from "./ears.ts";
import { Hearing } from "./hearing.ts";

export function startSound(store: Store, board: Board): void {
  const hearing = new Hearing(
    () => store.state.preferences,
    () => store.state.preferences.volume > 0,
  );
  hearing.listen(board);
  let before = store.state;
  store.subscribe(() => {
    const now = store.state;
    if (now.view !== before.view) hearing.hear(heardAtTable(before, now));
    before = now;
  });
}
