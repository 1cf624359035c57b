/**
 * Many tabs, one voice: a tab in sight holds a shared lock, and one of all tabs holds the teller's. A tab that is closed
 * or crashes lets go of both by itself.
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

/** Whether it is this tab's turn to tell, because no tab is in sight. Without locks each asks only itself. */
export async function mayNotify(): Promise<boolean> {
  if (document.visibilityState === 'visible') return false;
  if (!('locks' in navigator)) return true;
  const { held = [] } = await navigator.locks.query();
  return isTeller && !held.some(({ name }) => name === SEEN);
}
