// Waits for the other player and goes to the table when the match begins (or shows that it was declined).
const SECONDS = 2;
const box = document.getElementById("waiting");
const status = document.getElementById("waiting-status");

async function look() {
  const answer = await fetch(box.dataset.statusPath, { headers: { Accept: "application/json" } });
  if (answer.status === 404) return true;
  if (!answer.ok) return false;
  return (await answer.json()).status !== "open";
}

async function watch() {
  const changed = !document.hidden && (await look().catch(() => false));
  if (changed) location.reload();
  else setTimeout(watch, SECONDS * 1000);
}

if (box) setTimeout(watch, SECONDS * 1000);

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copies]")) {
    const field = document.getElementById(button.dataset.copies);
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      status.textContent = field.id === "link" ? box.dataset.copied : box.dataset.ownCopied;
    });
  }
}
