/*
 * Keeps the chat page itself (its document and what is under /assets/), so that it opens while the service is away.
 * Nothing of the service's answers is ever kept or answered here: what is not named below goes to the network untouched.
 */
const KEPT = 'meydan-shell';
const DOCUMENT = '/';
const WAIT_MS = 4000;

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('message', ({ data }) => {
  if (Array.isArray(data?.keep)) void keepAll(data.keep);
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === DOCUMENT) event.respondWith(documentOf(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
});

/** A tap leads to the room, in the page that is open already when there is one. */
addEventListener('notificationclick', (event) => {
  const { slug } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(showRoom(slug));
});

async function showRoom(slug) {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(slug ? `/#/r/${slug}` : DOCUMENT);
  await page.focus();
  if (slug) page.postMessage({ goTo: slug });
}

/** The service's own document whenever it answers in time, so that a new version shows at the next load. */
async function documentOf(event) {
  const kept = await (await caches.open(KEPT)).match(DOCUMENT);
  const fresh = fetch(event.request).then(async (response) => {
    if (response.ok && !response.redirected) await keepDocument(response.clone());
    return response;
  });
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS, kept));
  // A service that is starting or behind a failing proxy is as good as away.
  return Promise.race([fresh.then((response) => (response.status >= 500 ? kept : response)).catch(() => kept), late]);
}

/** Another document belongs to another build: with the old one go its parts. */
async function keepDocument(response) {
  const cache = await caches.open(KEPT);
  const held = await cache.match(DOCUMENT);
  const [before, after] = await Promise.all([held?.text(), response.clone().text()]);
  if (before === after) return;
  if (before !== undefined) for (const request of await cache.keys()) await cache.delete(request);
  await cache.put(DOCUMENT, response);
}

/** Their names carry a hash of their content: what is kept under a name is right. */
async function assetOf(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

async function keepAll(paths) {
  const cache = await caches.open(KEPT);
  for (const path of [DOCUMENT, ...paths]) {
    if (path !== DOCUMENT && !String(path).startsWith('/assets/')) continue;
    if (!(await cache.match(path))) await cache.add(path).catch(() => undefined);
  }
}
