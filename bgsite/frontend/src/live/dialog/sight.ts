/** Where the page is scrolled to when an offer comes: the whole board stays in sight, whatever is below it. */

/** Upper and lower edge in the window, in CSS pixels. */
export interface Edges {
  top: number;
  bottom: number;
}

/**
 * How far down to scroll so that the dialog is seen together with the whole board above it; with too little room for
 * all of it, its title and as much as fits. Null: not even the title fits. `height` is that of the window.
 */
export function scrollDistance(board: Edges, title: Edges, dialog: Edges, height: number): number | null {
  if (title.bottom - board.top > height) return null;
  if (board.top < 0) return board.top;
  return Math.min(board.top, Math.max(0, dialog.bottom - height));
}

/** Scroll until an offer is seen, and no farther. A board beside the dialog stays in sight by itself. */
export function bringIntoSight(dialog: HTMLElement, title: HTMLElement): void {
  const board = document.getElementById("board")?.getBoundingClientRect();
  const own = dialog.getBoundingClientRect();
  const isBelow = board !== undefined && own.top >= board.bottom && own.left < board.right;
  const distance = isBelow ? scrollDistance(board, title.getBoundingClientRect(), own, innerHeight) : null;
  if (distance === null) dialog.scrollIntoView({ block: "nearest" });
  else scrollBy(0, distance);
}
