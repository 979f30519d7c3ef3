/** The answer as it stands in the form or on the board. */
import type { ExerciseData } from "./page.ts";
import { part } from "./parts.ts";
import { placingAnswer } from "./placing.ts";
import { chosenCards, chosenChoice, chosenPoints, wholeNumber } from "./reading.ts";
import type { TaskBoard } from "./taskboard.ts";

/** What is sent; a sentence where nothing can be sent yet. */
export type Given = { answer: unknown } | { ask: string };

export function givenAnswer(data: ExerciseData, form: HTMLFormElement, board: TaskBoard): Given {
  switch (data.form) {
    case "play": {
      const { steps } = board;
      return steps.length > 0 ? { answer: steps } : { ask: gettext("Move at least one checker, or say that no move is possible.") };
    }
    case "choice": {
      const answer = chosenChoice(form);
      return answer === null ? { ask: gettext("Choose one of the answers.") } : { answer };
    }
    case "points": {
      const answer = chosenPoints(form);
      return answer.length === 0 ? { ask: gettext("Choose at least one point.") } : { answer };
    }
    case "place": {
      const { placing } = board;
      const isDone = placing.placed.length >= placing.count;
      return isDone ? { answer: placingAnswer(placing) } : { ask: gettext("Place all checkers first.") };
    }
    case "number": {
      const answer = wholeNumber((part(form, "number") as HTMLInputElement).value);
      return answer === null ? { ask: gettext("Write a whole number.") } : { answer };
    }
    case "cards": {
      const answer = chosenCards(form);
      const cards = new Set([...form.querySelectorAll<HTMLElement>("[data-card]")].map((one) => one.dataset["card"]));
      return Object.keys(answer).length < cards.size
        ? { ask: gettext("Say of every statement whether it is true.") }
        : { answer };
    }
  }
}
