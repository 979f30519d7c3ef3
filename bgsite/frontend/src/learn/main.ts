/** The pages of the course. */
import { ExercisePage } from "./exercise.ts";
import { markCourse, markExercise } from "./marks.ts";
import { type ExerciseData, handedOver, json, type PageData } from "./page.ts";
import { forgetDone, readDone } from "./progress.ts";

const page = json<PageData>("learn-page");
const csrf = json<string>("csrf") ?? "";
const exercise = json<ExerciseData>("exercise-data");
const root = document.getElementById("exercise");
const done = readDone(() => localStorage);

/** What was done here before the account was there goes to the account. */
async function handOver(address: string): Promise<void> {
  if (await handedOver(address, csrf, done)) forgetDone(() => localStorage);
}

if (page !== null) {
  if (exercise !== null && root !== null) {
    new ExercisePage(exercise, page, csrf, root);
    if (done.includes(exercise.key)) markExercise();
  } else {
    markCourse(new Set(done));
  }
  if (page.registered && done.length > 0) void handOver(page.progress);
}
