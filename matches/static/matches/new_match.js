// The form of a new match: shows only what belongs to the choice, and what each clock means for the chosen length.
// Without this script everything is shown and means the same.
const form = document.getElementById("new-match");
const clocks = JSON.parse(document.getElementById("clock-figures").textContent);
const GAME_POINTS = 5;

const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
const text = (name) => form.querySelector(`input[name="${name}"][type="number"]`);

function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [];
  if (minutes) parts.push(interpolate(gettext("%(minutes)s min"), { minutes }, true));
  if (rest || !minutes) parts.push(interpolate(gettext("%(seconds)s s"), { seconds: rest }, true));
  return parts.join(" ");
}

function length() {
  if (chosen("card") !== "match") return null;
  const other = Number(text("other_length").value);
  return Number.isInteger(other) && other >= 1 && other <= 127 ? other : Number(chosen("length")) || null;
}

function meaning({ delay, reserve }, points) {
  const words = { delay: duration(delay), reserve: duration(reserve * (points ?? GAME_POINTS)) };
  const sentence = points === null
    ? gettext("%(delay)s for each move, and %(reserve)s in reserve for the game.")
    : gettext("%(delay)s for each move, and %(reserve)s in reserve for the match.");
  return interpolate(sentence, words, true);
}

function hintOf(value) {
  const input = form.querySelector(`input[name="clock"][value="${value}"]`);
  return document.getElementById(`${input.id}_hint`);
}

function update() {
  const points = length();
  for (const [value, figures] of Object.entries(clocks)) hintOf(value).textContent = meaning(figures, points);
  document.getElementById("length-panel").hidden = chosen("card") !== "match";
  text("days").closest(".field").hidden = chosen("clock") !== "correspondence";
}

form.addEventListener("input", (event) => {
  // A quick choice and another length are two ways to say one thing: the last one said holds.
  if (event.target.name === "length") text("other_length").value = "";
  update();
});
update();
