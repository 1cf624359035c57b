/** A node that is cut off from the others sends its sockets to them. Its readiness keeps new ones away. */

import type { Env } from '#actors/runtime/env.js';
import type { Gateway } from '#http/gateway/gateway.js';
import { every } from '#src/concurrency/every.js';
import type { Logger } from '../observability/logger.js';

export interface IsolationDeps {
  isCutOff(): boolean;
  gateway: Pick<Gateway, 'sendElsewhere' | 'size'>;
  env: Pick<Env, 'after'>;
  log: Logger;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Sockets are sent away once for each time that the node is cut off: one that comes back then has found no other node.
 * Returns the function that ends the watch.
 */
export function watchIsolation({ isCutOff, gateway, env, log }: IsolationDeps): () => void {
  let wasCutOff = false;
  return every(env, LOOK_EVERY_MS, () => {
    const now = isCutOff();
    if (now === wasCutOff) return;
    wasCutOff = now;
    if (!now) return log.info('node is no longer cut off, ready again');
    log.warn({ sockets: gateway.size }, 'node is cut off from the lease table, not ready, sockets sent to other nodes');
    void gateway.sendElsewhere();
  });
}
