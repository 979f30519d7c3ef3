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

// A double click opens one match, not two.
let sent = false;
form?.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => {
  sent = false; // the page comes back as it was left, out of the browser's memory
});
