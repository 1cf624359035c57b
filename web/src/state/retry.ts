/** When a lost connection is tried again: later and later, never two at once, and at once when somebody asks for it. */
import { app } from './app-state.js';

const FIRST_MS = 500;
const AT_MOST_MS = 20_000;

let attempt = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
let connectAgain: (() => void) | null = null;

/** Half of the wait is chance, so that those whom one restart cut off do not come back all at once. */
export const waitBefore = (tries: number, chance: number): number =>
  Math.min(AT_MOST_MS, FIRST_MS * 2 ** tries) * (0.5 + chance / 2);

export function planRetry(connect: () => void): void {
  forgetRetry();
  connectAgain = connect;
  const wait = waitBefore(attempt, Math.random());
  attempt += 1;
  timer = setTimeout(retryNow, wait);
  app.set({ retryAt: Date.now() + wait });
}

export function retryNow(): void {
  const connect = connectAgain;
  forgetRetry();
  connect?.();
}

export function retryDone(): void {
  attempt = 0;
  forgetRetry();
}

/** Nothing is tried any more: there is a connection, or nobody who wants one. */
export function forgetRetry(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  connectAgain = null;
  if (app.get().retryAt !== null) app.set({ retryAt: null });
}

/** A network that comes back is worth a try at once; one that goes takes the connection along before it is missed. */
export function followNetwork(cut: () => void): void {
  addEventListener('online', retryNow);
  addEventListener('offline', cut);
}
