import type { Context } from 'koa';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { SEARCH_DEADLINE_MS } from '#src/domain/limits.js';

export type SearchOutcome = 'whole' | 'deadline' | 'abandoned';

export interface SearchEnd {
  isOver(): boolean;
  outcome(): SearchOutcome;
}

/** A search is over at its deadline, or when nobody waits for its answer any more. */
export function searchEndOf({ req, res }: Pick<Context, 'req' | 'res'>, env: Pick<EdgeEnv, 'monotonic'>): SearchEnd {
  const endsAt = env.monotonic() + SEARCH_DEADLINE_MS;
  let outcome: SearchOutcome = 'whole';
  return {
    isOver() {
      if (outcome !== 'whole') return true;
      if (res.destroyed || req.socket.destroyed) outcome = 'abandoned';
      else if (env.monotonic() >= endsAt) outcome = 'deadline';
      return outcome !== 'whole';
    },
    outcome: () => outcome,
  };
}
