/** Views and shares of entries: the mark of a person and the total change in one transaction. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import {
  countsIdFor,
  type EntryCounts,
  type EntrySums,
  type EntryVisit,
  noCounts,
  utcDay,
  visitId,
} from '#src/domain/dictionary/entry-counts.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { EntryCountCommand } from '../commands/entry-count-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import type { UserState } from '../user-state.js';

interface VisitRead {
  visit: EntryVisit | null;
  counts: EntryCounts | null;
}

const under = ({ entry }: EntryCountCommand): string => `entry ${entry}`;

const visitRead = commandRead(async (reader, command: EntryCountCommand, state: UserState): Promise<VisitRead> => {
  const [visit, counts] = await Promise.all([
    reader.get<EntryVisit>('entryVisits', visitId(state.id, command.entry)),
    reader.get<EntryCounts>('entryCounts', countsIdFor(state.id, command.entry)),
  ]);
  return { visit, counts };
}, under);

function viewEntry(state: UserState, command: CommandOf<'view_entry'>, { now }: Turn): Turned {
  const read = visitRead.of(state, command);
  if (!state.account) return refuse('unauthorized');
  const day = utcDay(now);
  const last = read.visit?.day ?? null;
  // The clock of another node may have been ahead: its tomorrow counts as today.
  if (last !== null && last >= day) return reply(null);
  return counted(state, command, read, { day, at: now }, { views: 1, ...(last === null && { viewers: 1 }) });
}

function shareEntry(state: UserState, command: CommandOf<'share_entry'>, { now }: Turn): Turned {
  const read = visitRead.of(state, command);
  if (!state.account) return refuse('unauthorized');
  const { share, via } = command;
  if (read.visit?.share === share) return reply(null);
  return counted(state, command, read, { share, at: now }, via === 'forward' ? { forwards: 1 } : { links: 1 });
}

/** A decision on an old state is refused by the visit's guard, and made again. */
function counted(
  state: UserState,
  command: EntryCountCommand,
  { visit, counts }: VisitRead,
  change: Partial<Pick<EntryVisit, 'day' | 'share' | 'at'>>,
  by: Partial<EntrySums>,
): Turned {
  const { entry } = command;
  const fresh: EntryVisit = { _id: visitId(state.id, entry), account: state.id, entry, day: null, share: null };
  const writes: Write[] = [
    visit
      ? { op: 'set', in: 'entryVisits', id: visit._id, set: change, guard: asSeen(visit) }
      : { op: 'put', in: 'entryVisits', doc: asDoc({ ...fresh, ...change }), guard: { absent: true } },
    counts
      ? { op: 'set', in: 'entryCounts', id: counts._id, inc: by }
      : firstOf({ _id: countsIdFor(state.id, entry), ...noCounts, ...by }),
  ];
  const unit = trackWrite(state, under(command), { transaction: writes });
  return { kind: 'commit', unit, reply: null, outputs: [] };
}

const asSeen = ({ day, share }: EntryVisit) => ({ equals: { day, share } });

const firstOf = (counts: EntryCounts): Write => ({
  op: 'put',
  in: 'entryCounts',
  doc: asDoc(counts),
  guard: { absent: true },
});

export const entryCountHandlers: Handlers<EntryCountCommand['type']> = {
  view_entry: { needs: visitRead.load, handle: viewEntry },
  share_entry: { needs: visitRead.load, handle: shareEntry },
};
