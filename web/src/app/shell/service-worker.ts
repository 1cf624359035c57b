/** The service worker caches the page, so that a reload while offline still shows unsent messages. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // Assets that were loaded before the worker was active are passed to it.
    active?.postMessage({ keep: partsOfPage() });
  } catch {
    // Without a service worker the page works, but cannot be reloaded offline.
  }
}

function partsOfPage(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return [...new Set(paths.filter((path) => path.startsWith('/assets/')))];
}
