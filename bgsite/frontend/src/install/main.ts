/** On every page: lets the browser keep the page that it shows when there is no network. Nothing hangs on its success. */

const address = document.querySelector<HTMLScriptElement>("script[data-worker]")?.dataset["worker"];

// Only a page that came safely (HTTPS, or this very machine) has the container.
if (address && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register(address).catch(() => undefined);
  });
}
