/** The page of a table: reads what the server wrote into it, and brings board, panel and connection together. */
import { type Board, createBoard } from "../board/index.ts";
import { surroundings, watchPage } from "../line/browser.ts";
import { sentenceOf } from "../settings/said.ts";
import { startSound } from "../sound/start.ts";
import { Aside } from "./aside.ts";
import { startChat } from "./chat/start.ts";
import { ServerTime, localTime } from "./clock.ts";
import { afterChange, afterStep, watchInput } from "./focus.ts";
import { type Outcome, keepingOfPage } from "./keeping.ts";
import { listenToKeys } from "./keys.ts";
import { type Foldable, foldedAfter } from "./layout.ts";
import { LowTime } from "./lowtime.ts";
import { namesOf } from "./names.ts";
import { Pilot } from "./pilot.ts";
import { readPage, readSentences, readSnapshot } from "./page.ts";
import type { Preferences } from "./preferences.ts";
import { Rematch } from "./rematch.ts";
import { keepRuling, readRuling, rulingsAfter } from "./rulings.ts";
import { Screen } from "./screen.ts";
import { SessionPanel } from "./session.ts";
import { Connection } from "./socket.ts";
import { Speaker } from "./speaker.ts";
import { type State, Store } from "./store.ts";
import { goneOf } from "./gone.ts";
import { Table, boardSettings, statusOf } from "./table.ts";
import { Ticker } from "./ticker.ts";
import { startTools } from "./tools.ts";

const storage = (): Storage => localStorage;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

function firstState(preferences: Preferences): State {
  const page = readPage();
  const snapshot = readSnapshot();
  const rulingRead = readRuling(storage, page.code);
  return {
    names: namesOf(page, snapshot.view, page.hot_seat || snapshot.you.length === 2),
    seats: page.seats,
    refusalPlaysOn: page.refusal_plays_on,
    computers: snapshot.view?.computers ?? { white: null, black: null },
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
    blocked: false,
    picture: null,
    stale: false,
    notice: null,
    dialog: null,
    beside: null,
    asking: null,
    hint: null,
    rulings: rulingsAfter(snapshot.log, [], rulingRead),
    rulingRead,
    goneFolded: null,
    noDouble: false,
    voided: null,
    handsOff: null,
    preferences,
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
  const settings = boardSettings(state.view, state.you, state.preferences);
  return { board: createBoard(root, settings), note };
}

function start(): void {
  const page = readPage();
  const sentences = readSentences();
  const snapshot = readSnapshot();
  let isWarned = false;
  /** What could not be kept is said here, once; that something was kept needs no words at a table. */
  const tellKept = (outcome: Outcome): void => {
    const isLost = outcome === "nowhere" || typeof outcome === "object";
    if (isLost && !isWarned) store.set({ notice: sentenceOf(outcome).text });
    isWarned ||= isLost;
  };
  const keeping = keepingOfPage(tellKept);
  const store = new Store(firstState(keeping.now));
  const time = new ServerTime(localTime);
  time.heard(snapshot.now);
  const speaker = new Speaker(element("live"));
  const { board, note } = makeBoard(store.state);
  const aside = new Aside(store, sentences, () => time.now(), page.gone_seconds);
  const table = new Table(store, board, page, sentences, aside, time, (said) => speaker.say(said));
  const again = new Rematch(store, page);
  new SessionPanel(store);
  new Pilot(store, {
    roll: () => void table.wish({ t: "roll" }),
    steps: (path) => void table.steps(path),
    confirm: () => void table.confirm(),
    busy: () => element("board").querySelector("[data-flying]") !== null,
  });
  let byButton = false;
  // The board has controls beside the checkers: only where a turn is played it is asked for the next one.
  const focusMovable = (): boolean => (store.state.turn?.options.length ?? 0) > 0 && board.focusNext();

  const toBoard = (): void => {
    if (!board.focusNext()) element("status").focus({ preventScroll: true });
  };
  let showLayout = (): void => undefined;
  const adopt = (preferences: Preferences): void => {
    store.set({ preferences });
    table.showBoard();
    showLayout();
  };
  const prefer = (changes: Partial<Preferences>): void => {
    keeping.change(changes);
    adopt(keeping.now);
  };
  keeping.follow(adopt);
  const foldPanel = (name: Foldable, isFolded: boolean): void =>
    prefer({ folded: foldedAfter(store.state.preferences.folded, name, isFolded) });
  startChat(element("chat"), {
    page,
    sentences,
    now: () => time.now(),
    speak: (said) => speaker.say(said),
    toBoard,
    aside,
    folding: {
      isFolded: store.state.preferences.folded.includes("chat"),
      keep: (isFolded) => foldPanel("chat", isFolded),
    },
  });

  const screen = new Screen(store, page, sentences, () => time.now(), note, {
    wish: (wish) => void table.wish(wish),
    double: () => table.double(),
    confirm: () => void table.confirm(),
    undo: () => table.undo(),
    reset: () => table.reset(),
    open: (dialog) => store.set({ dialog }),
    close: () => store.set({ dialog: null }),
    takeBack: () => table.takeBack(),
    hint: () => aside.hint(),
    showHint: (index) => aside.showHint(index),
    rollNext: (on) => store.set({ noDouble: on, voided: null }),
    absent: (choice) => aside.absent(choice),
    fold: (isFolded) => aside.fold(isFolded),
    seatBack: () => aside.seatBack(),
    pace: (millis) => aside.pace(millis),
    rematch: () => void again.ask(),
    refuseRematch: () => void again.refuse(),
    closeRulings: (read) => {
      keepRuling(storage, page.code, read);
      store.set({ rulings: [], rulingRead: read });
    },
    step: (from, to) => {
      byButton = true;
      table.step(from, to);
      byButton = false;
    },
    prefer,
    foldPanel,
    closePicture: () => store.set({ picture: null }),
  });
  showLayout = startTools(element("table"), {
    chosen: () => store.state.preferences.panel,
    choose: (panel) => prefer({ panel }),
    speak: (said) => speaker.say(said),
  });

  board.on((event) => {
    // The board's own button was used: the same choice for the next table.
    if (event.kind === "look" && event.why === "asked") prefer({ look: event.look });
    if (event.kind !== "turn" || event.turn.steps.length === 0) return;
    screen.flush();
    afterStep(byButton, event.turn.complete, focusMovable);
  });

  startSound(store, board);

  const lowTime = new LowTime();
  const ticker = new Ticker(
    () => {
      const { view, line } = store.state;
      const isWaiting = goneOf(store.state, time.now(), page.gone_seconds) !== null;
      return line !== "closed" && view !== null && (view.clock?.running != null || view.next_at !== null || isWaiting);
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
      takeBack: () => table.takeBack(),
      hint: () => aside.hint(),
      point: (number) => board.focusPoint(number),
      escape: () => store.set({ notice: null }),
    },
    () => performance.now(),
  );

  const connection = new Connection(surroundings(page.ws), table, snapshot.v);
  table.use(connection);
  watchPage(connection);
  connection.start();
  speaker.say([statusOf(store.state)]);
}

start();
