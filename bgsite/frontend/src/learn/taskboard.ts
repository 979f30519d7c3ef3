/** The board of an exercise: it shows the task, takes what the learner does, and shows where answers lead. */
import { type Board, type BoardEvent, createBoard, type LocalTurn, type StepTriple } from "../board/index.ts";
import type { ExerciseData, Line } from "./page.ts";
import { part } from "./parts.ts";
import { type Placing, placingPosition } from "./placing.ts";
import { boardSettings } from "./settings.ts";
import { sayPlaced, saySteps } from "./stepsline.ts";
import { positionBefore } from "./turns.ts";

const NO_WISH = { roll: false, double: false };

export class TaskBoard {
  /** Where it is on the page. */
  readonly element: HTMLElement;
  private readonly board: Board;
  private placed: number[] = [];
  /** Whether the board shows something else than the task. */
  private elsewhere = false;

  constructor(
    private readonly data: ExerciseData,
    private readonly root: HTMLElement,
  ) {
    this.element = part(root, "board");
    this.board = createBoard(this.element, boardSettings());
    this.begin();
  }

  on(listener: (event: BoardEvent) => void): void {
    this.board.on(listener);
  }

  // --- the task -----------------------------------------------------------------------------------------------

  /** Show the position of the task. */
  private begin(): void {
    this.elsewhere = false;
    const { form, position } = this.data;
    if (form === "place") this.board.show(placingPosition(this.placing), "white", NO_WISH);
    else this.board.show(position, form === "play" ? "white" : null, NO_WISH);
    this.sayTurn();
  }

  /** From where an answer led, if one is shown. */
  backToTask(): void {
    if (this.elsewhere) this.begin();
  }

  /** The task as it was at first. */
  beginAgain(): void {
    this.placed = [];
    this.board.preview(null);
    this.board.reset();
    this.begin();
  }

  /** Focus what can be moved; whether there is anything. */
  focusNext(): boolean {
    return this.board.focusNext();
  }

  // --- what the learner does ----------------------------------------------------------------------------------

  get steps(): StepTriple[] {
    return this.board.turn().steps;
  }

  get placing(): Placing {
    const { position, count = 0, places = [] } = this.data;
    return { start: position, count, places, placed: this.placed };
  }

  sayTurn(): void {
    if (this.data.form === "place") sayPlaced(this.root, this.placing);
    else saySteps(this.root, this.steps);
  }

  /** Keep the checker that a turn places; whether it places one. The board begins anew when the turn has been told. */
  place(turn: LocalTurn): boolean {
    const to = turn.steps[0]?.[1];
    if (to === undefined) return false;
    this.placed = [...this.placed, to];
    queueMicrotask(() => {
      this.begin();
      this.board.focusNext();
    });
    return true;
  }

  /** The last step is taken back when the turn has been told. */
  takeBack(): void {
    queueMicrotask(() => this.board.undo());
  }

  undo(): void {
    if (this.data.form !== "place") this.board.undo();
    else {
      this.placed = this.placed.slice(0, -1);
      this.begin();
    }
    this.sayTurn();
  }

  // --- where answers lead -------------------------------------------------------------------------------------

  /** Show where a play leads, while one chooses. */
  look(moves: StepTriple[] | null | undefined): void {
    this.board.preview(moves ? { side: this.data.position.dice_side ?? "white", moves } : null);
  }

  /** Show what an answer leads to; a play is on the board already. */
  async lead(line: Line | undefined): Promise<void> {
    this.board.preview(null);
    if (line === undefined || this.data.form === "play" || this.data.form === "place") return;
    this.elsewhere = true;
    const { before, dice, side, moves } = line;
    this.board.show(positionBefore(this.data.position, before, dice, side), null, NO_WISH);
    await this.board.landed();
    await this.board.play(side, moves);
  }

  /** A narrow page has the board far above the words about it. */
  leadAgain(line: Line): void {
    this.element.scrollIntoView({ block: "nearest" });
    void this.lead(line);
  }
}
