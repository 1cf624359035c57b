/** Blocks and reports by an account. */

import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Report } from '#src/domain/accounts/report.js';
import { blockId, followId } from '#src/store/collections.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Block } from '../commands/follow-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { counted } from './follows.js';
import { endOfFollow, type Ties, tiesRead } from './ties.js';

/** Blocking again changes nothing. A block ends the follows in both directions. */
function setBlock(state: UserState, command: CommandOf<'set_block'>, { now }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const { other, on } = command;
  const ties = tiesRead.of(state, command);
  // What is asked for late must not name an account that was erased meanwhile.
  if (on && !ties.other) return refuse('not_found');
  if (Boolean(ties.block?.active) === on) return reply(null);
  const doc: Block = { _id: blockId(account._id, other), account: account._id, other, active: on || null, at: now };
  const put: Write = { op: 'put', in: 'blocks', doc: asDoc(doc) };
  const unit = change(state, account, {}, on ? [put, ...parting(account._id, other, ties)] : [put]);
  return { kind: 'commit', unit: trackWrite(state, other, unit), reply: null, outputs: [] };
}

/** No follow is left between the two, and none slips in beside the block: it would have to pass the fence. */
const parting = (self: AccountId, other: AccountId, { follow, followBack }: Ties): Write[] => [
  { op: 'set', in: 'tallies', id: self, inc: { fence: 1 } },
  endOfFollow(followId(self, other), follow),
  ...(follow ? counted(self, other, -1) : []),
  endOfFollow(followId(other, self), followBack),
  ...(followBack ? counted(other, self, -1) : []),
];

function fileReport(state: UserState, report: Omit<Report, 'by' | 'status' | 'at'>, { now }: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const doc: Report = { ...report, by: account._id, status: 'open', at: now };
  const unit = change(state, account, {}, [{ op: 'put', in: 'reports', doc: { ...doc }, guard: { absent: true } }]);
  return { kind: 'commit', unit, reply: { id: doc._id }, outputs: [] };
}

export const blockHandlers: Handlers<'set_block' | 'file_report'> = {
  set_block: { needs: tiesRead.load, handle: setBlock },
  file_report: { handle: (state, { report }, turn) => fileReport(state, report, turn) },
};
