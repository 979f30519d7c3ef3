/** The pages of statistics: a chart beside each table, drawn from `#charts`. The tables say the same without it. */
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { barChart, type Drawing, heightOf, type Ink } from "./charts.ts";

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

/** Every chart by its name; nothing where the page has none. */
function drawings(): Record<string, Drawing> {
  const written = document.getElementById("charts")?.textContent;
  return written ? (JSON.parse(written) as Record<string, Drawing>) : {};
}

/** The colours in which the page writes where the canvas stands. */
function inkOf(canvas: HTMLCanvasElement): Ink {
  const style = getComputedStyle(canvas);
  return { text: style.color, line: style.borderTopColor };
}

const known = drawings();
for (const canvas of document.querySelectorAll<HTMLCanvasElement>("canvas[data-chart]")) {
  const drawing = known[canvas.dataset["chart"] ?? ""];
  if (!drawing || !canvas.parentElement) continue;
  canvas.parentElement.style.blockSize = `${heightOf(drawing)}px`;
  new Chart(canvas, barChart(drawing, inkOf(canvas)));
}
