/**
 * How many rows of a member stand up to some place of the log, without reading the log. Every 32nd counted row of a
 * member carries a page in its entry: the member's ordinals there, and the newest own rows one by one. One read along
 * an index finds the page behind any place. It costs an ordinary message nothing, and cannot be lost: it is the entry.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LogEntry, OwnPage } from '#src/domain/log/log.js';
import { countRow, noOrdinals, OWN_REMEMBERED, ownCountsAt, ownFlags, withoutRows } from '#src/domain/log/unread.js';
import type { Row } from '#src/domain/messages/message.js';
import type { Member, Ordinals, OwnRow } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import type { Needs } from './needs.js';
import type { OwnRead } from './reads.js';
import type { RoomState } from './room-state.js';
import { countedAs } from './row-counting.js';

const SCAN_PAGE = 1_000;
const SCAN_PAGES_MAX = 20;

/** The page that the entry carries, once it was applied. */
export function ownPageOf(state: RoomState, { row, seq }: LogEntry): OwnPage | undefined {
  const member = row?.owner ? state.members.get(row.owner) : null;
  if (!member || member.ownCounts.admins % OWN_REMEMBERED !== 0 || member.own.at(-1)?.[0] !== seq) return undefined;
  return { counts: member.ownCounts, floor: member.ownFloor, rows: member.own };
}

/** The page that `ownAt` will need for that position. */
export function needsOwnAt(needs: Needs, member: Member, seq: number, key: 'ownAt' | 'ownAtEdge'): void {
  const { state } = needs;
  if (isInMemory(state, member, seq) || fromPage(pageInMemory(state, member.account, seq), seq)) return;
  needs.onceFor(
    key,
    (known) => known.seq === seq,
    (reader) => readOwnAt(reader, state, member, seq),
  );
}

/** The member's own ordinals at that place; null where they are not known. */
export function ownAt(
  state: RoomState,
  member: Member,
  seq: number,
  read: OwnRead | null | undefined,
): Ordinals | null {
  if (seq >= member.ownFloor) return ownCountsAt(member, seq);
  const inWindow = state.window.filter((row) => row.owner === member.account && row.seq > seq).flatMap(ownRow);
  if (seq >= state.windowFrom) return withoutRows(member.ownCounts, inWindow);
  const known = read?.seq === seq ? read : null;
  const counts = fromPage(known?.page, seq) ?? fromPage(pageInMemory(state, member.account, seq), seq);
  if (counts) return counts;
  return known?.between ? less(withoutRows(member.ownCounts, inWindow), known.between) : null;
}

const isInMemory = (state: RoomState, member: Member, seq: number): boolean =>
  seq >= member.ownFloor || seq >= state.windowFrom;

/** The first page behind the place, among the newest entries: it may not be durable yet. */
function pageInMemory({ recent }: RoomState, account: AccountId, seq: number): OwnPage | undefined {
  return recent.find((entry) => entry.seq > seq && entry.own !== undefined && entry.row?.owner === account)?.own;
}

function fromPage(page: OwnPage | null | undefined, seq: number): Ordinals | null {
  if (!page || seq < page.floor) return null;
  const behind = page.rows.filter(([at]) => at > seq);
  return withoutRows(page.counts, behind);
}

async function readOwnAt(reader: Reader, state: RoomState, member: Member, seq: number): Promise<OwnRead> {
  const range = { index: 'own', prefix: [state.id, member.account], gt: seq, limit: 1 };
  const [doc] = await reader.range<EntryDoc>('log', range);
  const page = doc ? (unpackEntry(doc).own ?? null) : null;
  if (fromPage(page, seq) || pageInMemory(state, member.account, seq)) return { seq, page };
  return { seq, page: null, between: await scanOwn(reader, state.id, member.account, seq, state.windowFrom) };
}

/** Own rows in (after, upTo], where an earlier version wrote the log and no page stands in it. */
async function scanOwn(
  store: Reader,
  room: string,
  account: AccountId,
  after: number,
  upTo: number,
): Promise<Ordinals | null> {
  if (upTo - after > SCAN_PAGE * SCAN_PAGES_MAX) return null;
  let counted: Ordinals = { ...noOrdinals };
  for (let edge = logId(room, after); ; ) {
    const range = { index: '_id', gt: edge, lte: logId(room, upTo), limit: SCAN_PAGE };
    const docs = await store.range<EntryDoc>('log', range);
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      if (row?.owner === account) counted = countRow(counted, countedAs(row), row.mentionsAll);
      edge = doc._id;
    }
    if (docs.length < SCAN_PAGE) return counted;
  }
}

const less = (a: Ordinals, b: Ordinals): Ordinals => ({
  all: a.all - b.all,
  admins: a.admins - b.admins,
  mentionsAll: a.mentionsAll - b.mentionsAll,
});

function ownRow(row: Row): OwnRow[] {
  const counted = countedAs(row);
  return counted === 'none' ? [] : [[row.seq, ownFlags(counted, row.mentionsAll)]];
}
