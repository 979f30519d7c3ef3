// The service worker. It keeps one page, the one that says that there is no network, and what that page shows itself with.
// All else comes from the network or not at all: a table, an account or a list from a store would be a lie.
// Before this stands `const KEPT = {store, page, files}`; see worker.py.

/** Into the store: the page in the reader's language, and its files, all of them or none. */
async function fill() {
  const store = await caches.open(KEPT.store);
  await store.addAll([KEPT.page, ...KEPT.files].map((address) => new Request(address, { cache: "reload" })));
}

/** What an earlier version or another language kept. */
async function clear() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("barpoint-offline-") && name !== KEPT.store);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function kept(address) {
  const store = await caches.open(KEPT.store);
  return (await store.match(address, { ignoreVary: true })) ?? Response.error();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(KEPT.page);
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const ready = async () => {
    await clear();
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(ready());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (origin === location.origin && KEPT.files.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  }
});
