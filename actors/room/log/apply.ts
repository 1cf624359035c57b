/**
 * Entry → next state. The only code that changes the memory of a room; it runs for entries just decided, and again for
 * those replayed on activation. A member's document carries the last entry that is in it, so replay is idempotent.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import { formatOfFacts } from '#src/domain/log/fact-formats.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { noOrdinals } from '#src/domain/log/unread.js';
import type { Head } from '#src/domain/rooms/room.js';
import { dedupKey } from '#src/store/collections.js';
import { recountedRows } from '../model/digests.js';
import type { RoomState } from '../model/room-state.js';
import { rowsExpired, scheduleSweep } from './apply-expiry.js';
import { applyFiles, isAboutFiles } from './apply-files.js';
import { applyPeople } from './apply-people.js';
import { applyRow, deleted, edited, reacted } from './apply-rows.js';
import { applySharing, isAboutSharing } from './apply-sharing.js';
import { applyTalk, isTalk } from './apply-talk.js';

export function applyEntry(state: RoomState, entry: LogEntry): void {
  for (const fact of entry.facts) {
    applyFact(state, fact, entry);
    for (const row of recountedRows(fact)) state.spanTopics.changed(row);
  }
  if (entry.row) applyRow(state, entry.row, entry);
  applyHead(state.head as Head, entry);
  state.recent.push(entry);
  state.spanTopics.add(entry);
  recordRequest(state, entry);
}

/** So that a resend of a request in memory is answered without the store. */
export function recordRequest(state: RoomState, { by, dedup, seq, hash, row }: LogEntry): void {
  if (dedup === null || by === null) return;
  const clientId = row?.clientId ?? dedup.slice(dedupKey(state.id, by, '').length);
  state.dedup.set(by, clientId, { seq, hash });
}

/**
 * The accounts whose member documents an entry changes. Before replay only these documents are read, and a change of
 * any other member is skipped. An account whose member document a fact changes must therefore be listed here;
 * otherwise a crash after a checkpoint loses the change.
 */
export function touchedBy(entry: LogEntry): AccountId[] {
  const touched = new Set<AccountId>();
  for (const fact of entry.facts) {
    if ('account' in fact && fact.type !== 'reaction_changed' && fact.type !== 'survey_voted')
      touched.add(fact.account);
    if (fact.type === 'founder_changed') touched.add(fact.from);
    if (fact.type === 'message_deleted') for (const account of fact.mentions) touched.add(account);
  }
  if (entry.row?.owner) touched.add(entry.row.owner);
  for (const account of entry.row?.mentioned ?? []) touched.add(account);
  return [...touched];
}

function applyHead(head: Head, { seq, at, row, facts, head: after }: LogEntry): void {
  if (head.seq >= seq) return;
  const format = formatOfFacts(facts);
  if (format > (head.format ?? 1)) head.format = format;
  if (row) scheduleSweep(head, at);
  head.seq = seq;
  head.lastAt = at;
  head.counts = after.counts;
  head.memberCount = after.memberCount;
  head.lastMessageSeq = after.lastMessageSeq;
  head.lastMessageAt = after.lastMessageAt;
  head.prevAll = after.onAll ? seq : after.prevAll;
  head.prevAdmins = after.onAdmins ? seq : after.prevAdmins;
}

function applyFact(state: RoomState, fact: Fact, entry: LogEntry): void {
  if (fact.type === 'room_created') return created(state, fact, entry);
  if (fact.type === 'message_edited') return edited(state, fact, entry);
  if (fact.type === 'message_deleted') return deleted(state, fact, entry);
  if (fact.type === 'reaction_changed') return reacted(state, fact, entry);
  if (fact.type === 'room_deleted') return roomDeleted(state);
  if (fact.type === 'rows_expired') return rowsExpired(state, fact, entry);
  if (isTalk(fact)) return applyTalk(state, fact, entry);
  if (isAboutSharing(fact)) return applySharing(state, fact, entry);
  if (isAboutFiles(fact)) return applyFiles(state, fact, entry);
  applyPeople(state, fact, entry);
}

/** Nothing of it is written any more, but its gravestone. */
function roomDeleted(state: RoomState): void {
  (state.head as Head).deleted = true;
  state.dirty.clear();
}

function created(state: RoomState, fact: Extract<Fact, { type: 'room_created' }>, { at }: LogEntry): void {
  const { slug, kind, settings } = fact;
  const people = fact.kind === 'dm' ? { pair: fact.pair } : { founder: fact.founder, ...fact.panel };
  state.head = { ...emptyHead, id: state.id, slug, kind, ...people, settings, createdAt: at };
}

/** A room before its first entry. */
export const emptyHead: Readonly<Omit<Head, 'id' | 'slug' | 'settings'>> = {
  kind: 'group',
  founder: null,
  pair: null,
  memberDenied: [],
  createdAt: 0,
  seq: 0,
  lastAt: 0,
  counts: noOrdinals,
  memberCount: 0,
  lastMessageSeq: 0,
  lastMessageAt: 0,
  prevAll: 0,
  prevAdmins: 0,
  pins: [],
  photos: [],
  avatar: null,
  expiredAt: 0,
  sweptSeq: 0,
  sweepAt: null,
  deleted: false,
  organization: null,
  groupTypeId: null,
};
