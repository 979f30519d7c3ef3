/** The page of a table: reads what the server wrote into it, and brings board, panel and connection together. */
import { type Board, createBoard } from "../board/index.ts";
import { localTime, surroundings, watchPage } from "./browser.ts";
import { ServerTime } from "./clock.ts";
import { afterChange, afterStep, watchInput } from "./focus.ts";
import { listenToKeys } from "./keys.ts";
import { LowTime } from "./lowtime.ts";
import { readPage, readSentences, readSnapshot, socketAddress } from "./page.ts";
import { type Preferences, keepPreferences, readPreferences } from "./preferences.ts";
import { Screen } from "./screen.ts";
import { Connection } from "./socket.ts";
import { Speaker } from "./speaker.ts";
import { type State, Store } from "./store.ts";
import { nearSide } from "./sides.ts";
import { Table, statusOf, yoursOf } from "./table.ts";
import { Ticker } from "./ticker.ts";

const storage = (): Storage => localStorage;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

function firstState(): State {
  const page = readPage();
  const snapshot = readSnapshot();
  return {
    names: page.names,
    you: snapshot.you,
    view: snapshot.view,
    v: snapshot.v,
    log: snapshot.log,
    presence: snapshot.presence,
    pending: null,
    turn: null,
    line: "connecting",
    closeCode: null,
    back: false,
    stale: false,
    notice: null,
    dialog: null,
    preferences: readPreferences(storage),
  };
}

/** The board in its region, and our note that lies over it. */
function makeBoard(state: State): { board: Board; note: HTMLElement } {
  const region = element("board");
  const root = document.createElement("div");
  root.className = "board-root";
  const note = document.createElement("p");
  note.className = "board-note";
  note.hidden = true;
  note.setAttribute("aria-hidden", "true"); // the status line and the live region say the same
  region.replaceChildren(root, note);
  const { direction, speed, moveStyle, pips } = state.preferences;
  const near = state.view ? nearSide(state.view, state.you) : "white";
  const settings = { near, direction, speed, moveStyle, pips, yours: yoursOf(state) };
  return { board: createBoard(root, settings), note };
}

function start(): void {
  const page = readPage();
  const sentences = readSentences();
  const snapshot = readSnapshot();
  const store = new Store(firstState());
  const time = new ServerTime(localTime);
  time.heard(snapshot.now);
  const speaker = new Speaker(element("live"));
  const { board, note } = makeBoard(store.state);
  const table = new Table(store, board, sentences, time, (said) => speaker.say(said));
  let byButton = false;
  // The board has controls beside the checkers: only where a turn is played it is asked for the next one.
  const focusMovable = (): boolean => (store.state.turn?.options.length ?? 0) > 0 && board.focusNext();

  const prefer = (changes: Partial<Preferences>): void => {
    const preferences = { ...store.state.preferences, ...changes };
    keepPreferences(storage, preferences);
    store.set({ preferences });
    table.showBoard();
  };

  const screen = new Screen(store, page, sentences, () => time.now(), note, {
    wish: (wish) => void table.wish(wish),
    double: () => table.double(),
    confirm: () => void table.confirm(),
    undo: () => table.undo(),
    reset: () => table.reset(),
    open: (dialog) => store.set({ dialog }),
    close: () => store.set({ dialog: null }),
    takeBack: () => void table.wish({ t: "take_back" }),
    step: (from, to) => {
      byButton = true;
      table.step(from, to);
      byButton = false;
    },
    prefer,
  });

  board.on((event) => {
    if (event.kind !== "turn" || event.turn.steps.length === 0) return;
    screen.flush();
    afterStep(byButton, event.turn.complete, focusMovable);
  });

  const lowTime = new LowTime();
  const ticker = new Ticker(
    () => {
      const { view, line } = store.state;
      return line !== "closed" && view !== null && (view.clock?.running != null || view.next_at !== null);
    },
    () => {
      screen.tick();
      const { state } = store;
      if (state.view) speaker.say(lowTime.check(state.view, state, time.now()));
    },
  );
  store.subscribe(() => {
    ticker.check();
    queueMicrotask(() => afterChange(focusMovable));
  });
  ticker.check();

  watchInput(document);
  listenToKeys(
    document,
    {
      space: () => {
        if (!table.wish({ t: "roll" }) && !table.confirm()) table.wish({ t: "next" });
      },
      enter: () => void table.confirm(),
      undo: () => table.undo(),
      double: () => table.double(),
      point: (number) => board.focusPoint(number),
      escape: () => store.set({ notice: null }),
    },
    () => performance.now(),
  );

  const connection = new Connection(surroundings(socketAddress(page.ws, location.href)), table, snapshot.v);
  table.use(connection);
  watchPage(connection);
  connection.start();
  speaker.say([statusOf(store.state)]);
}

start();
