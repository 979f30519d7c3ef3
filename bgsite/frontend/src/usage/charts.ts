/** What a chart of the statistics looks like: from the numbers of a table to what chart.js draws. No page, no canvas. */
import type { ChartConfiguration } from "chart.js";

/** One chart, as the server hands it out (`stats/selectors/charts.py`). `null`: too few to be shown. */
export interface Drawing {
  readonly kind: "bar" | "stacked" | "across";
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** The colours of the page that the chart stands on. */
export interface Ink {
  readonly text: string;
  readonly line: string;
}

export type BarChart = ChartConfiguration<"bar", (number | null)[], string>;

/** One for each kind of play; each is seen on the dark pages of the site and on the light ones of the administration. */
export const COLOURS = ["#b98500", "#2f82c6", "#1a946e", "#cf5f33", "#a866b0", "#858b95"] as const;

const BAR_PIXELS = 28;
const AXES_PIXELS = 96;
const LEAST_PIXELS = 240;

export function barChart(drawing: Drawing, ink: Ink): BarChart {
  const across = drawing.kind === "across";
  const stacked = drawing.kind === "stacked";
  const counts = { stacked, beginAtZero: true, ticks: { color: ink.text, precision: 0 }, grid: { color: ink.line } };
  const names = { stacked, ticks: { color: ink.text, autoSkip: !across }, grid: { display: false } };
  return {
    type: "bar",
    data: {
      labels: [...drawing.labels],
      datasets: drawing.series.map((one, place) => ({
        label: one.name,
        data: [...one.values],
        backgroundColor: COLOURS[place % COLOURS.length] ?? COLOURS[0],
      })),
    },
    options: {
      indexAxis: across ? "y" : "x",
      maintainAspectRatio: false,
      animation: false, // for nobody: who wishes little motion need not be asked
      plugins: { legend: { display: drawing.series.length > 1, labels: { color: ink.text } } },
      scales: across ? { x: counts, y: names } : { x: names, y: counts },
    },
  };
}

/** How tall a chart must be, in CSS pixels: a lying one has a line for each label. */
export function heightOf(drawing: Drawing): number {
  if (drawing.kind !== "across") return LEAST_PIXELS + 40;
  return Math.max(LEAST_PIXELS / 2, AXES_PIXELS + drawing.labels.length * BAR_PIXELS);
}
