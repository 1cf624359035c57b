import type { Engine } from './engine.js';

/** After a slice that failed, for example on a full disk. */
const RETRY_DELAY_MS = 1_000;

/** Fills columns while no request waits: requests that arrived during a slice run before the next one. */
export function fillBetweenRequests(engine: Engine): void {
  if (!engine.isFilling) return;
  let isFailed = false;
  try {
    engine.fillSlice();
  } catch {
    // The requests of the service meet the same failure, and report it.
    isFailed = true;
  }
  if (isFailed) setTimeout(() => fillBetweenRequests(engine), RETRY_DELAY_MS);
  else setImmediate(() => fillBetweenRequests(engine));
}
