/** The answers to requests that may be repeated, kept for a day. */
import { IDEMPOTENCY_RECORD_TTL_MS } from '#actors/runtime/client.js';
import { refuse, reply } from '#actors/runtime/decision.js';
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

/** Only records that were too old when they were read: the same key may have been used again meanwhile. */
function sweepResponses(state: UserState, answers: { id: string; at: number }[]): Turned {
  const own = answers.filter(({ id }) => id.startsWith(`${state.id}:`));
  if (own.length === 0) return reply(0);
  const writes = own.map(({ id, at }): Write => ({ op: 'del', in: 'answers', id, guard: { equals: { at } } }));
  return written(writes, own.length);
}

const written = (writes: Write[], value: unknown): Turned => {
  return { kind: 'commit', unit: { writes }, reply: value, outputs: [] };
};

export const idempotencyHandlers: Handlers<'keep_answer' | 'sweep_answers'> = {
  keep_answer: { handle: (state, { answer }, turn) => saveResponse(state, answer, turn) },
  sweep_answers: { handle: (state, { answers }) => sweepResponses(state, answers) },
};
