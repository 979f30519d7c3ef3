/** The pages on which play starts. */
import { belongsTo } from "./answer.ts";
import { Composer } from "./composer.ts";
import { valueOf } from "./fields.ts";

const form = document.getElementById("start");
const composer = document.getElementById("composer");
if (composer) new Composer(composer);

/** Show only what belongs to the chosen opponent. */
function showOnly(): void {
  if (!form) return;
  const chosen = valueOf(form, "against");
  for (const block of form.querySelectorAll<HTMLElement>("[data-only]")) {
    block.hidden = !belongsTo(block.dataset["only"] ?? "", chosen);
  }
}

if (form?.querySelector("[data-only]")) {
  showOnly();
  form.addEventListener("input", showOnly);
}
