/** The buttons at the board's upper right: flat or solid, and for the solid one where it is seen from. */
import type { Shown } from "./look.ts";

export type Deed = "look" | "oblique" | "top" | "nearer" | "farther" | "left" | "right";

export interface Controls {
  show(shown: Shown, view: string): void;
  /** Offer the flat board, quietly, since the solid one is slow. */
  offerFlat(isOffered: boolean): void;
  dispose(): void;
}

/** Lines of the pictures on the buttons, in a square of 24. */
const PICTURES: Record<Exclude<Deed, "look">, string> = {
  oblique: "M7 7h10l4 10H3zM12 7v10",
  top: "M4 6h16v12H4zM12 6v12",
  nearer: "M12 5v14M5 12h14",
  farther: "M5 12h14",
  left: "M8 4 4 8l4 4M4 8h9a6 6 0 1 1-6 8",
  right: "M16 4l4 4-4 4M20 8h-9a6 6 0 1 0 6 8",
};

const SVG = "http://www.w3.org/2000/svg";

function pictureOf(lines: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", lines);
  svg.append(path);
  return svg;
}

function buttonOf(deed: Deed, label: string, onDeed: (deed: Deed) => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "board-control";
  button.dataset.deed = deed;
  button.addEventListener("click", () => onDeed(deed));
  name(button, label);
  if (deed !== "look") button.append(pictureOf(PICTURES[deed]));
  return button;
}

function name(button: HTMLElement, label: string): void {
  button.setAttribute("aria-label", label);
  button.title = label;
}

export function createControls(holder: HTMLElement, onDeed: (deed: Deed) => void): Controls {
  const bar = document.createElement("div");
  bar.className = "board-controls";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", gettext("View of the board"));
  const slow = document.createElement("button");
  slow.type = "button";
  slow.className = "board-slow";
  slow.textContent = gettext("3D is slow here: switch to 2D");
  slow.hidden = true;
  slow.addEventListener("click", () => onDeed("look"));
  const look = buttonOf("look", "", onDeed);
  const oblique = buttonOf("oblique", gettext("See the board from the side"), onDeed);
  const top = buttonOf("top", gettext("See the board from above"), onDeed);
  const camera = [
    oblique,
    top,
    buttonOf("farther", gettext("Zoom out"), onDeed),
    buttonOf("nearer", gettext("Zoom in"), onDeed),
    buttonOf("left", gettext("Turn the board to the left"), onDeed),
    buttonOf("right", gettext("Turn the board to the right"), onDeed),
  ];
  bar.append(slow, ...camera, look);
  holder.prepend(bar);
  return {
    show(shown, view) {
      const isSolid = shown === "solid";
      for (const button of camera) button.hidden = !isSolid;
      look.textContent = isSolid ? "2D" : "3D";
      name(look, isSolid ? gettext("Show the board flat (2D)") : gettext("Show the board in 3D"));
      for (const button of [oblique, top]) button.setAttribute("aria-pressed", String(button.dataset.deed === view));
      if (!isSolid) slow.hidden = true;
    },
    offerFlat(isOffered) {
      slow.hidden = !isOffered;
    },
    dispose: () => bar.remove(),
  };
}
