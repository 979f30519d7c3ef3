// Waits for the other player and goes to the table when the match begins (or shows that it was declined).
const SECONDS = 3;
const box = document.getElementById("waiting");
const copy = document.getElementById("copy");
const link = document.getElementById("link");

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

if (copy && link && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    link.select();
    await navigator.clipboard.writeText(link.value);
    document.getElementById("waiting-status").textContent = box.dataset.copied;
  });
}
