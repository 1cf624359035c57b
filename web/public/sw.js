/*
 * Caches the chat page itself (its document and the files under /assets/), so that it opens while the service is
 * unreachable. API responses are never cached: requests that are not named below go to the network untouched.
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

/** The service pushes while no page is connected, or before it has read. */
addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

async function showPush(data) {
  const { room_slug: slug, text } = contentOf(data);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const tag = `meydan.${slug}`;
  // A page in the background has told of it already, with more words.
  if (pages.length > 0 && (await registration.getNotifications({ tag })).length > 0) return;
  await registration.showNotification('Meydan', { body: text, tag, icon: '/icon-192.png', data: { slug } });
}

/** A browser punishes a push that shows nothing, so that an unreadable one still opens the page. */
function contentOf(data) {
  try {
    return data.json();
  } catch {
    return { text: 'Meydan' };
  }
}

/** A click on a notification opens its room, in the tab that is open already if there is one. */
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

/** Network first, so that a new version shows at the next load; the cache answers after a timeout. */
async function documentOf(event) {
  const kept = await (await caches.open(KEPT)).match(DOCUMENT);
  const fresh = fetch(event.request).then(async (response) => {
    if (response.ok && !response.redirected) await keepDocument(response.clone());
    return response;
  });
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS, kept));
  // A 5xx of a starting service or a proxy counts as unreachable.
  return Promise.race([fresh.then((response) => (response.status >= 500 ? kept : response)).catch(() => kept), late]);
}

/** A changed document belongs to a new build, so the assets of the old build are deleted. */
async function keepDocument(response) {
  const cache = await caches.open(KEPT);
  const held = await cache.match(DOCUMENT);
  const [before, after] = await Promise.all([held?.text(), response.clone().text()]);
  if (before === after) return;
  if (before !== undefined) for (const request of await cache.keys()) await cache.delete(request);
  await cache.put(DOCUMENT, response);
}

/** Asset names contain a hash of their content, so a cached asset is never outdated. */
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
