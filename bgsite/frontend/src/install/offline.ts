/** The page without a network, shown in the place of another: tries whether that one can be had by now, and loads it. */

/** Milliseconds between two tries. */
const PAUSE = 4000;
/** A proxy's own pages, that the server behind it is away. */
const SERVER_FAULTS = 500;

/** Whether the page that was wanted can be had. */
async function isBack(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status < SERVER_FAULTS;
  } catch {
    return false;
  }
}

async function tryAgain(): Promise<void> {
  if (await isBack()) location.reload();
}

const ownPath = document.getElementById("offline")?.dataset["ownPath"];

// Under its own address it is only looked at.
if (location.pathname !== ownPath) {
  addEventListener("online", () => void tryAgain());
  setInterval(() => void tryAgain(), PAUSE);
}
