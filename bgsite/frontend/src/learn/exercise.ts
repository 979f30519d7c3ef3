/** The page of one exercise: the learner moves or answers, the server judges, the board shows what follows. */
import { type Board, createBoard, type LocalTurn, type StepTriple } from "../board/index.ts";
import { boardSettings } from "./settings.ts";
import { markExercise } from "./marks.ts";
import { type ExerciseData, judged, type Line, type PageData, type Verdict } from "./page.ts";
import { type Placing, placingAnswer, placingPosition } from "./placing.ts";
import { keepDone } from "./progress.ts";
import { chosenCards, chosenChoice, chosenPoints, wholeNumber } from "./reading.ts";
import { isBarred, positionBefore, stepText } from "./turns.ts";
import { hush, offerToShow, say } from "./verdict.ts";

const NO_WISH = { roll: false, double: false };

export class ExercisePage {
  private readonly board: Board;
  private readonly form: HTMLFormElement;
  private readonly region: HTMLElement;
  private placed: number[] = [];
  private busy = false;
  /** Whether the board shows something else than the task. */
  private elsewhere = false;

  constructor(
    private readonly data: ExerciseData,
    private readonly page: PageData,
    private readonly csrf: string,
    private readonly root: HTMLElement,
  ) {
    this.form = this.part("answer") as HTMLFormElement;
    this.region = this.part("verdict");
    this.board = createBoard(this.part("board"), boardSettings());
    this.begin();
    this.listen();
    this.form.hidden = false;
  }

  private part(id: string): HTMLElement {
    const found = this.root.querySelector<HTMLElement>(`#${id}`);
    if (found === null) throw new Error(`the page has no #${id}`);
    return found;
  }

  private onClick(id: string, act: () => void): void {
    this.root.querySelector(`#${id}`)?.addEventListener("click", act);
  }

  // --- the board ----------------------------------------------------------------------------------------------

  private get placing(): Placing {
    const { position, count = 0, places = [] } = this.data;
    return { start: position, count, places, placed: this.placed };
  }

  /** Show the position of the task. */
  private begin(): void {
    this.elsewhere = false;
    const { form, position } = this.data;
    if (form === "place") this.board.show(placingPosition(this.placing), "white", NO_WISH);
    else this.board.show(position, form === "play" ? "white" : null, NO_WISH);
    this.sayTurn();
  }

  private sayTurn(): void {
    const line = this.root.querySelector("#steps");
    const undo = this.root.querySelector<HTMLButtonElement>("#undo");
    const turn = this.board.turn();
    const count = this.data.form === "place" ? this.placed.length : turn.steps.length;
    if (undo) undo.disabled = count === 0;
    if (!line) return;
    const left = (this.data.count ?? 0) - count;
    const toPlace = interpolate(
      ngettext("%(count)s checker is still to be placed.", "%(count)s checkers are still to be placed.", left),
      { count: left },
      true,
    );
    const play = turn.steps.map(stepText).join("  ");
    line.textContent = this.data.form === "place" ? toPlace : play || gettext("Move the checkers on the board.");
  }

  private onTurn(turn: LocalTurn): void {
    if (this.data.form === "place") this.place(turn);
    else if (isBarred(turn)) {
      void this.answer(turn.steps);
      queueMicrotask(() => this.board.undo());
    } else if (turn.steps.length > 0) this.quiet();
    this.sayTurn();
  }

  private place(turn: LocalTurn): void {
    const to = turn.steps[0]?.[1];
    if (to === undefined) return;
    this.placed = [...this.placed, to];
    this.quiet();
    queueMicrotask(() => {
      this.begin();
      this.board.focusNext();
    });
  }

  private undo(): void {
    this.quiet();
    if (this.data.form !== "place") this.board.undo();
    else {
      this.placed = this.placed.slice(0, -1);
      this.begin();
    }
    this.sayTurn();
  }

  /** Show what an answer leads to; a play is on the board already. */
  private async lead(line: Line | undefined): Promise<void> {
    this.board.preview(null);
    if (line === undefined || this.data.form === "play" || this.data.form === "place") return;
    this.elsewhere = true;
    const { before, dice, side, moves } = line;
    this.board.show(positionBefore(this.data.position, before, dice, side), null, NO_WISH);
    await this.board.landed();
    await this.board.play(side, moves);
  }

  /** A narrow page has the board far above the words about it. */
  private showAgain(line: Line): void {
    this.part("board").scrollIntoView({ block: "nearest" });
    void this.lead(line);
  }

  // --- answers ------------------------------------------------------------------------------------------------

  /** What stands in the form or on the board; a sentence where nothing can be sent. */
  private given(): { answer: unknown } | { ask: string } {
    switch (this.data.form) {
      case "play": {
        const { steps } = this.board.turn();
        return steps.length > 0 ? { answer: steps } : { ask: gettext("Move at least one checker, or say that no move is possible.") };
      }
      case "choice": {
        const answer = chosenChoice(this.form);
        return answer === null ? { ask: gettext("Choose one of the answers.") } : { answer };
      }
      case "points": {
        const answer = chosenPoints(this.form);
        return answer.length === 0 ? { ask: gettext("Choose at least one point.") } : { answer };
      }
      case "place": {
        const left = (this.data.count ?? 0) - this.placed.length;
        return left > 0 ? { ask: gettext("Place all checkers first.") } : { answer: placingAnswer(this.placing) };
      }
      case "number": {
        const answer = wholeNumber((this.part("number") as HTMLInputElement).value);
        return answer === null ? { ask: gettext("Write a whole number.") } : { answer };
      }
      case "cards": {
        const answer = chosenCards(this.form);
        const cards = new Set([...this.form.querySelectorAll<HTMLElement>("[data-card]")].map((one) => one.dataset["card"]));
        return Object.keys(answer).length < cards.size
          ? { ask: gettext("Say of every statement whether it is true.") }
          : { answer };
      }
    }
  }

  private check(): void {
    if (this.busy) return;
    const given = this.given();
    if ("ask" in given) say(this.region, "error", [given.ask]);
    else void this.answer(given.answer);
  }

  private async answer(answer: unknown): Promise<void> {
    if (this.busy || this.page.answer === null) return;
    this.busy = true;
    this.form.setAttribute("aria-busy", "true");
    const answered = await judged(this.page.answer, this.csrf, answer);
    this.busy = false;
    this.form.removeAttribute("aria-busy");
    if ("error" in answered) say(this.region, "error", [answered.error]);
    else await this.tell(answered.verdict);
  }

  private async tell(verdict: Verdict): Promise<void> {
    const isKept = !verdict.right || this.page.registered || keepDone(() => localStorage, this.data.key);
    const notKept = gettext("This browser keeps nothing, so your progress will be forgotten.");
    say(this.region, verdict.right ? "right" : "wrong", isKept ? verdict.sentences : [...verdict.sentences, notKept]);
    if (verdict.shown.length > 1) offerToShow(this.region, verdict.shown.map((line) => () => this.showAgain(line)));
    this.part("again").hidden = false;
    this.root.dataset["solved"] = String(verdict.right);
    if (verdict.right) {
      markExercise();
      this.pointTo("next");
    }
    await this.lead(verdict.shown[0]);
  }

  /** A new attempt has begun: the last verdict is history. */
  private quiet(): void {
    hush(this.region);
    this.root.querySelector("#made")?.setAttribute("aria-pressed", "false");
    this.part("again").hidden = true;
    this.root.dataset["solved"] = "false";
    this.pointTo("check");
    if (this.elsewhere) this.begin();
  }

  /** The one button that stands out: what is to be done next. */
  private pointTo(main: "check" | "next"): void {
    for (const id of ["check", "next"]) {
      this.root.querySelector(`#${id}`)?.classList.toggle("button-primary", id === main);
    }
  }

  private again(): void {
    this.quiet();
    this.form.reset();
    this.placed = [];
    this.markPoints();
    this.board.preview(null);
    this.board.reset();
    this.begin();
    // The button just pressed is gone: the focus goes to where the answer begins.
    if (!this.board.focusNext()) this.form.querySelector("input")?.focus();
  }

  // --- hands --------------------------------------------------------------------------------------------------

  private listen(): void {
    this.board.on((event) => {
      if (event.kind === "turn") this.onTurn(event.turn);
      else if (event.kind === "dice") this.check();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.form.addEventListener("input", () => this.changed());
    this.onClick("undo", () => this.undo());
    this.onClick("again", () => this.again());
    this.onClick("pass", () => void this.answer([]));
    this.onClick("made", () => this.showMade());
    if (this.data.form === "points") this.listenToPoints();
    addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
      if (event.key !== "Backspace" || isTyping || !["play", "place"].includes(this.data.form)) return;
      event.preventDefault();
      this.undo();
    });
  }

  private changed(): void {
    this.quiet();
    if (this.data.form === "points") this.markPoints();
    if (this.data.form === "choice") this.look(this.data.choices?.[chosenChoice(this.form) ?? ""]);
  }

  /** Show where a play leads, while one chooses. */
  private look(moves: StepTriple[] | null | undefined): void {
    this.board.preview(moves ? { side: this.data.position.dice_side ?? "white", moves } : null);
  }

  private showMade(): void {
    const button = this.part("made");
    const isWished = button.getAttribute("aria-pressed") !== "true";
    this.quiet();
    this.look(isWished ? this.data.made : null);
    button.setAttribute("aria-pressed", String(isWished));
  }

  private pointBox(point: string): HTMLInputElement | null {
    return this.form.querySelector<HTMLInputElement>(`input[name=point][value="${point}"]`);
  }

  private listenToPoints(): void {
    this.part("board").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-point]") : null;
      const box = this.pointBox(button?.dataset["point"] ?? "");
      if (box === null) return;
      box.checked = !box.checked;
      this.changed();
    });
  }

  /** Points chosen in the form are marked on the board. */
  private markPoints(): void {
    for (const button of this.part("board").querySelectorAll<HTMLElement>("button[data-point]")) {
      button.toggleAttribute("data-picked", this.pointBox(button.dataset["point"] ?? "")?.checked === true);
    }
  }
}
