/** Whom somebody does not want to hear from, and what they report. Both are the account's own doing. */
import { refuse } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/account.js';
import type { Report } from '#src/domain/report.js';
import { blockId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import type { Handlers } from './handler.js';
import { change, type UserState } from './user-state.js';

/** `active: null` is a tombstone: taken back. */
export interface Block extends Doc {
  account: AccountId;
  other: AccountId;
  active: true | null;
  at: number;
}

/** Blocking twice is blocking once. */
function setBlock(state: UserState, other: AccountId, on: boolean, { now }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const doc = { _id: blockId(account._id, other), account: account._id, other, active: on || null, at: now };
  const unit = change(state, account, {}, [{ op: 'put', in: 'blocks', doc: doc satisfies Block }]);
  return { kind: 'commit', unit, reply: null, outputs: [] };
}

function fileReport(state: UserState, report: Omit<Report, 'by' | 'status' | 'at'>, { now }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const doc: Report = { ...report, by: account._id, status: 'open', at: now };
  const unit = change(state, account, {}, [{ op: 'put', in: 'reports', doc: { ...doc }, guard: { absent: true } }]);
  return { kind: 'commit', unit, reply: { id: doc._id }, outputs: [] };
}

export const blockHandlers: Handlers<'set_block' | 'file_report'> = {
  set_block: { handle: (state, { other, on }, turn) => setBlock(state, other, on, turn) },
  file_report: { handle: (state, { report }, turn) => fileReport(state, report, turn) },
};
