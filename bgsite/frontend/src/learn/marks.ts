/** Progress on the pages: done marks, the count, where to go on. */

/** Mark what is done in the list of the course; the server has marked what the account has done. */
export function markCourse(done: ReadonlySet<string>): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-key][data-done]")];
  for (const row of rows) {
    if (!done.has(row.dataset["key"] ?? "")) continue;
    row.dataset["done"] = "true";
    row.querySelector<HTMLElement>(".learn-done")?.removeAttribute("hidden");
  }
  const count = rows.filter((row) => row.dataset["done"] === "true").length;
  const shown = document.getElementById("course-done");
  if (shown) shown.textContent = String(count);
  document.getElementById("course-meter")?.setAttribute("value", String(count));
  document.getElementById("course-all")?.toggleAttribute("hidden", count < rows.length);
  goOn(rows, count);
}

function goOn(rows: readonly HTMLElement[], count: number): void {
  const link = document.getElementById("course-next");
  const open = rows.find((row) => row.dataset["done"] !== "true") ?? rows[0];
  const address = open?.querySelector("a")?.getAttribute("href");
  if (!link || !address) return;
  link.setAttribute("href", address);
  if (count === rows.length) link.textContent = gettext("Begin again");
  else if (count > 0) link.textContent = gettext("Go on");
}

export function markExercise(): void {
  document.getElementById("done-mark")?.removeAttribute("hidden");
}
