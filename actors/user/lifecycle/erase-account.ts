/** Erasing the documents of a closed account, a batch a turn, until nothing is left. */
import { commandRead } from '#actors/runtime/command-read.js';
import { reply } from '#actors/runtime/decision.js';
import type { Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { containsAccount, ownFolders, withTombstone } from '#src/domain/accounts/erasure.js';
import { forgettingMarkId } from '#src/domain/interests/interest-event.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader, Write } from '#src/store/store.js';
import type { ForeignScanPosition } from '../commands/lifecycle-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import type { UserState } from '../user-state.js';
import { erasedFollows } from './erased-follows.js';

type Kept = Doc & Record<string, unknown>;

/** Documents that one turn looks at. */
const BATCH_MAX = 200;

/**
 * The collections of the account's own documents, with their keys. Files are deleted before documents that name them.
 */
function own(id: AccountId): { in: CollectionName; range: Range }[] {
  const ofAccount = (index: string): Range => ({ index, prefix: [id], limit: BATCH_MAX });
  const underIts = { index: '_id', gt: `${id}:`, lt: `${id};`, limit: BATCH_MAX };
  return [
    { in: 'blocks', range: underIts },
    { in: 'blocks', range: ofAccount('byOther') },
    { in: 'sponsoredHidden', range: ofAccount('byAccount') },
    { in: 'dms', range: underIts },
    { in: 'dms', range: ofAccount('byGreater') },
    { in: 'photos', range: ofAccount('byOwner') },
    { in: 'fileUses', range: ofAccount('byOwner') },
    ...ownFolders(id).map((folder) => ({ in: 'files' as const, range: underFolder(folder) })),
    { in: 'exports', range: ofAccount('byAccount') },
    { in: 'ledger', range: ofAccount('byAccount') },
    { in: 'answers', range: underIts },
    { in: 'devices', range: ofAccount('byAccount') },
    { in: 'panelLinks', range: ofAccount('byAccount') },
    { in: 'panelCodes', range: ofAccount('byAccount') },
    { in: 'sessions', range: ofAccount('byAccount') },
    { in: 'webhooks', range: ofAccount('byBot') },
    { in: 'tallies', range: { index: '_id', gte: id, lte: id } },
    { in: 'dictAuthors', range: { index: '_id', gte: id, lte: id } },
    { in: 'interestEvents', range: underIts },
    { in: 'interestMarks', range: { index: '_id', gte: id, lte: forgettingMarkId(id) } },
    { in: 'interestProfiles', range: { index: '_id', gte: id, lte: id } },
    { in: 'entryVisits', range: underIts },
  ];
}

const underFolder = (folder: string): Range => ({
  index: '_id',
  gt: folder,
  lt: `${folder.slice(0, -1)}0`,
  limit: BATCH_MAX,
});

/** Documents that other people continue to use, but under the pseudonym. */
const sharedRanges = (id: AccountId): { in: CollectionName; range: Range; field: string }[] => [
  { in: 'files', range: { index: 'byUploader', prefix: [id], limit: BATCH_MAX }, field: 'by' },
  { in: 'vanity', range: { index: 'byBuyer', prefix: [id], limit: BATCH_MAX }, field: 'by' },
  { in: 'dictEntries', range: { index: 'byAuthor', prefix: [id], limit: BATCH_MAX }, field: 'author' },
];

/** The first batch that there is; one transaction where counts of others go along. */
async function nextBatch(reader: Reader, id: AccountId): Promise<Batch | null> {
  const follows = await erasedFollows(reader, id, BATCH_MAX);
  if (follows.length > 0) return { transaction: follows };
  for (const { in: from, range } of own(id)) {
    const docs = await reader.range(from, range);
    if (docs.length > 0) return { writes: docs.map(({ _id }) => ({ op: 'del', in: from, id: _id })) };
  }
  for (const { in: from, range, field } of sharedRanges(id)) {
    const docs = await reader.range(from, range);
    const unset = [field];
    if (docs.length > 0) return { writes: docs.map(({ _id }) => ({ op: 'set', in: from, id: _id, unset })) };
  }
  return null;
}

type Batch = { transaction: Write[] } | { writes: Write[] };

interface Foreign {
  next: ForeignScanPosition | null;
  found: Kept[];
}

const places: readonly ForeignScanPosition['in'][] = ['reports', 'answers'];

/** Few, and kept for a short time or until an operator has settled them: they are read through. */
async function foreignAt(reader: Reader, id: AccountId, from: ForeignScanPosition | null): Promise<Foreign> {
  const place = from ?? { in: places[0] as ForeignScanPosition['in'], after: '' };
  const docs = await reader.range<Kept>(place.in, { index: '_id', gt: place.after, limit: BATCH_MAX });
  const found = docs.filter((doc) => containsAccount(doc, id));
  const last = docs.at(-1);
  if (last && docs.length === BATCH_MAX) return { found, next: { in: place.in, after: last._id } };
  const following = places[places.indexOf(place.in) + 1];
  return { found, next: following ? { in: following, after: '' } : null };
}

/** The reporter becomes nobody; a reported account gets its pseudonym. */
function withoutName(from: CollectionName, doc: Kept, id: AccountId, tombstone: string): Write {
  const { _id, ...rest } = from === 'reports' && doc.by === id ? { ...doc, by: null } : doc;
  return { op: 'set', in: from, id: _id, set: withTombstone(rest, id, tombstone) };
}

const committed = (unit: Batch, value: unknown): Turned => ({ kind: 'commit', unit, reply: value, outputs: [] });

/** The mark goes last: as long as it is there, somebody comes back for the rest. */
async function erasureRecords(reader: Reader, id: AccountId): Promise<{ writes: Write[] }> {
  const stones = await reader.range('erasures', { index: '_id', gt: `${id}:`, lt: `${id};`, limit: BATCH_MAX });
  const ids = stones.length > 0 ? stones.map(({ _id }) => _id) : [id];
  return { writes: ids.map((_id) => ({ op: 'del', in: 'erasures', id: _id })) };
}

const recordsRead = commandRead((reader, _: object, { id }: UserState) => erasureRecords(reader, id));
const batchRead = commandRead((reader, _: object, { id }: UserState) => nextBatch(reader, id));
const foreignRead = commandRead((reader, { from }: CommandOf<'erase_foreign'>, { id }: UserState) =>
  foreignAt(reader, id, from),
);

export const eraseAccountHandlers: Handlers<'erase_own' | 'erase_foreign' | 'end_erasure'> = {
  end_erasure: {
    needs: recordsRead.load,
    handle(state, command) {
      const batch = recordsRead.of(state, command);
      const isLast = batch.writes.some((write) => write.op === 'del' && write.id === state.id);
      return committed(batch, { more: !isLast });
    },
  },
  erase_own: {
    needs: batchRead.load,
    handle(state, command) {
      const batch = batchRead.of(state, command);
      return state.account || !batch ? reply({ more: false }) : committed(batch, { more: true });
    },
  },
  erase_foreign: {
    needs: foreignRead.load,
    handle(state, command) {
      const { next, found } = foreignRead.of(state, command);
      if (state.account || found.length === 0) return reply({ next, found: 0 });
      const from = command.from?.in ?? (places[0] as ForeignScanPosition['in']);
      const writes = found.map((doc) => withoutName(from, doc, state.id, command.tombstone));
      return committed({ writes }, { next, found: found.length });
    },
  },
};
