/** The service worker caches the page, so that a reload without a connection still shows unsent messages. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // What came before the worker was there passed it by.
    active?.postMessage({ keep: partsOfPage() });
  } catch {
    // A browser that allows none, or a service that has none: the page works, it only cannot be reloaded offline.
  }
}

function partsOfPage(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return [...new Set(paths.filter((path) => path.startsWith('/assets/')))];
}
