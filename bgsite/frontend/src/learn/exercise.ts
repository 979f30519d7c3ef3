/** The page of one exercise: the learner moves or answers, the server judges, the board shows what follows. */
import type { LocalTurn } from "../board/index.ts";
import { givenAnswer } from "./given.ts";
import { markExercise } from "./marks.ts";
import { type ExerciseData, judged, type PageData, type Verdict } from "./page.ts";
import { onClick, part, pointTo } from "./parts.ts";
import { markPoints, tickOnBoard } from "./pointboxes.ts";
import { keepDone } from "./progress.ts";
import { chosenChoice } from "./reading.ts";
import { TaskBoard } from "./taskboard.ts";
import { isBarred } from "./turns.ts";
import { hush, offerToShow, say } from "./verdict.ts";

export class ExercisePage {
  private readonly board: TaskBoard;
  private readonly form: HTMLFormElement;
  private readonly region: HTMLElement;
  private busy = false;

  constructor(
    private readonly data: ExerciseData,
    private readonly page: PageData,
    private readonly csrf: string,
    private readonly root: HTMLElement,
  ) {
    this.form = part(root, "answer") as HTMLFormElement;
    this.region = part(root, "verdict");
    this.board = new TaskBoard(data, root);
    this.listen();
    this.form.hidden = false;
  }

  // --- answers ------------------------------------------------------------------------------------------------

  private check(): void {
    if (this.busy) return;
    const given = givenAnswer(this.data, this.form, this.board);
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
    if (verdict.shown.length > 1) offerToShow(this.region, verdict.shown.map((line) => () => this.board.leadAgain(line)));
    part(this.root, "again").hidden = false;
    this.root.dataset["solved"] = String(verdict.right);
    if (verdict.right) {
      markExercise();
      pointTo(this.root, "next");
    }
    await this.board.lead(verdict.shown[0]);
  }

  /** A new attempt has begun: the last verdict is history. */
  private quiet(): void {
    hush(this.region);
    this.root.querySelector("#made")?.setAttribute("aria-pressed", "false");
    part(this.root, "again").hidden = true;
    this.root.dataset["solved"] = "false";
    pointTo(this.root, "check");
    this.board.backToTask();
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
    onClick(this.root, "undo", () => this.undo());
    onClick(this.root, "again", () => this.again());
    onClick(this.root, "pass", () => void this.answer([]));
    onClick(this.root, "made", () => this.showMade());
    if (this.data.form === "points") tickOnBoard(this.board.element, this.form, () => this.changed());
    addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
      if (event.key !== "Backspace" || isTyping || !["play", "place"].includes(this.data.form)) return;
      event.preventDefault();
      this.undo();
    });
  }

  private onTurn(turn: LocalTurn): void {
    if (this.data.form === "place") {
      if (this.board.place(turn)) this.quiet();
    } else if (isBarred(turn)) {
      void this.answer(turn.steps);
      this.board.takeBack();
    } else if (turn.steps.length > 0) this.quiet();
    this.board.sayTurn();
  }

  private undo(): void {
    this.quiet();
    this.board.undo();
  }

  private again(): void {
    this.quiet();
    this.form.reset();
    markPoints(this.board.element, this.form);
    this.board.beginAgain();
    // The button just pressed is gone: the focus goes to where the answer begins.
    if (!this.board.focusNext()) this.form.querySelector("input")?.focus();
  }

  private changed(): void {
    this.quiet();
    if (this.data.form === "points") markPoints(this.board.element, this.form);
    if (this.data.form === "choice") this.board.look(this.data.choices?.[chosenChoice(this.form) ?? ""]);
  }

  private showMade(): void {
    const button = part(this.root, "made");
    const isWished = button.getAttribute("aria-pressed") !== "true";
    this.quiet();
    this.board.look(isWished ? this.data.made : null);
    button.setAttribute("aria-pressed", String(isWished));
  }
}
