/**
 * Closing an account. One transaction deletes its identity: the account itself with its provider identity, the name,
 * sessions and devices. Its other documents are erased step by step afterwards, also across crashes.
 */

import { refuse, reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { type Erasure, tombstoneKey } from '#src/domain/accounts/erasure.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Handlers } from '../handler.js';
import { toUser, type UserState } from '../user-state.js';

function closeAccount(state: UserState, { now }: Turn): Turned {
  const { account, sessions, devices, id } = state;
  if (!account) return refuse('unauthorized');
  const erasure: Erasure = {
    _id: id,
    at: now,
    dueAt: now,
    passedAt: null,
    ...(account.bots && { bots: account.bots }),
  };
  const writes: Write[] = [
    { op: 'del', in: 'accounts', id, guard: { equals: { version: account.version } } },
    { op: 'del', in: 'fingerprints', id: account.fingerprint },
    { op: 'put', in: 'erasures', doc: asDoc(erasure), guard: { absent: true } },
    ...[...sessions.keys()].map((session): Write => ({ op: 'del', in: 'sessions', id: session })),
    ...[...devices.values()].map((device): Write => {
      return { op: 'del', in: 'devices', id: device._id, guard: { equals: { account: id } } };
    }),
  ];
  if (account.username !== null) writes.push({ op: 'del', in: 'usernames', id: foldUsername(account.username) });
  clearState(state);
  return {
    kind: 'commit',
    unit: { transaction: writes },
    reply: null,
    outputs: [id, ...(account.bots ?? [])].map(accountClosed),
  };
}

const accountClosed = (to: AccountId): Output =>
  toUser({ to, type: 'session:closed', sessionIds: 'all', reason: 'account_deleted' });

function clearState(state: UserState): void {
  state.account = null;
  state.photos = null;
  state.sessions.clear();
  state.devices.clear();
  state.names.clear();
}

function createTombstone({ id }: UserState, place: string, { env }: Turn): Turned {
  const doc = { _id: tombstoneKey(id, place), tombstone: env.uuid() };
  return written([{ op: 'put', in: 'erasures', doc, guard: { absent: true } }]);
}

function recordErased({ id }: UserState, again: number, { now }: Turn): Turned {
  const write: Write = { op: 'set', in: 'erasures', id, set: { passedAt: now, dueAt: again } };
  // Once more: the run that closed the account may have ended before it told the sockets.
  return written([write], [accountClosed(id)]);
}

const written = (writes: Write[], outputs: Output[] = []): Turned => ({
  kind: 'commit',
  unit: { writes },
  reply: null,
  outputs,
});

export const closeAccountHandlers: Handlers<'give_up' | 'draw_tombstone' | 'note_erased'> = {
  give_up: { handle: (state, _, turn) => closeAccount(state, turn) },
  draw_tombstone: {
    handle: (state, { place }, turn) => (state.account ? reply(null) : createTombstone(state, place, turn)),
  },
  note_erased: { handle: (state, { again }, turn) => (state.account ? reply(null) : recordErased(state, again, turn)) },
};
