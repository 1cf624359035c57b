/** Work of the store's thread while no request waits: requests that arrived during a step run before the next one. */
import type { Engine } from './engine.js';

/** After a step that failed, for example on a full disk. */
const RETRY_DELAY_MS = 1_000;
const LOOK_INTERVAL_MS = 10_000;

export function fillBetweenRequests(engine: Engine): void {
  if (!engine.isFilling) return;
  if (hasFailed(() => engine.fillSlice())) setTimeout(() => fillBetweenRequests(engine), RETRY_DELAY_MS);
  else setImmediate(() => fillBetweenRequests(engine));
}

/** Looks now and then whether deleted rows have left much free space. */
export function shrinkBetweenRequests(engine: Engine, everyMs = LOOK_INTERVAL_MS): void {
  let isMuch = false;
  const failed = hasFailed(() => {
    isMuch = engine.hasMuchFreeSpace;
    if (isMuch) engine.giveBackSome();
  });
  if (isMuch && !failed) setImmediate(() => shrinkBetweenRequests(engine, everyMs));
  else setTimeout(() => shrinkBetweenRequests(engine, everyMs), everyMs).unref();
}

/** The requests of the service meet the same failure, and report it. */
function hasFailed(step: () => void): boolean {
  try {
    step();
    return false;
  } catch {
    return true;
  }
}
