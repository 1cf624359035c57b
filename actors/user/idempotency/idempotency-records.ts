/** The answers to requests that may be repeated, kept for a day. */
import { IDEMPOTENCY_RECORD_TTL_MS } from '#actors/runtime/client.js';
import { refuse } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { Write } from '#src/store/store.js';
import type { ResponseRecord } from '../commands/lifecycle-commands.js';
import type { Handlers } from '../handler.js';
import type { UserState } from '../user-state.js';

function saveResponse(state: UserState, answer: ResponseRecord, { now }: Turn): Turned {
  if (!state.account || !answer._id.startsWith(`${state.id}:`)) return refuse('unauthorized');
  const doc = { ...answer, at: now, rev: now };
  const guard = { olderThan: now - IDEMPOTENCY_RECORD_TTL_MS };
  return written([{ op: 'put', in: 'answers', doc, guard }], null);
}

const written = (writes: Write[], value: unknown): Turned => {
  return { kind: 'commit', unit: { writes }, reply: value, outputs: [] };
};

export const idempotencyHandlers: Handlers<'keep_answer'> = {
  keep_answer: { handle: (state, { answer }, turn) => saveResponse(state, answer, turn) },
};
