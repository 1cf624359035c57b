/**
 * One of many tabs notifies: a visible tab holds a shared lock, and one of all tabs holds the lock of the notifier. A
 * tab that closes or crashes releases both.
 */
const SEEN = 'meydan.in-sight';
const TELLER = 'meydan.teller';

const forEver = new Promise<never>(() => undefined);
let isTeller = false;

export function trackTabVisibility(): void {
  if (!('locks' in navigator)) return;
  void navigator.locks.request(TELLER, () => {
    isTeller = true;
    return forEver;
  });
  let leave: (() => void) | null = null;
  const look = () => {
    leave?.();
    leave = null;
    if (document.visibilityState !== 'visible') return;
    const seen = new Promise<void>((resolve) => {
      leave = resolve;
    });
    void navigator.locks.request(SEEN, { mode: 'shared' }, () => seen);
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/** Whether this tab notifies, because no tab is visible. Without the Web Locks API each tab checks itself only. */
export async function mayNotify(): Promise<boolean> {
  if (document.visibilityState === 'visible') return false;
  if (!('locks' in navigator)) return true;
  const { held = [] } = await navigator.locks.query();
  return isTeller && !held.some(({ name }) => name === SEEN);
}
