/** A room's documents after the deletion of an account: the content stays, the author's identity goes. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { withTombstone } from '#src/domain/accounts/erasure.js';
import type { Fact } from '#src/domain/log/log.js';
import type { RoomEvent } from '#src/domain/messages/message.js';
import { pairOf } from '#src/domain/rooms/dm.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Write } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import { placeholderFor } from '../model/erased-docs.js';

export interface Anonymization {
  account: AccountId;
  tombstone: string;
  /** The seq of the room's last entry. */
  seq: number;
}

type Names = Omit<Anonymization, 'seq'>;
type Kept = Doc & Record<string, unknown>;

/**
 * A document under the account's own key moves, its ban and its request go; others are changed where they lie. What
 * moves or goes leaves a placeholder. A membership that stands again, because a joining was on its way, stays: it has to
 * be left first.
 */
export function anonymizeDoc(into: CollectionName, doc: Kept, { account, tombstone, seq }: Anonymization): Write[] {
  if (into === 'members' && doc.account === account && doc.present) return [];
  const isOver = (into === 'bans' || into === 'requests') && doc.account === account;
  if (isOver) return [placeholderFor(into, doc, seq)];
  const next = withTombstone(doc, account, tombstone);
  // A membership is kept for its counts; nobody is shown by it any more.
  if (into === 'members' && doc.account === account) next.username = '';
  if (next._id === doc._id) return [changed(into, doc, next)];
  const guard = { olderThan: doc.rev as number };
  return [{ op: 'put', in: into, doc: next, guard }, placeholderFor(into, doc, seq)];
}

/** An entry: nothing frees its seq, so it stays. The row's sender is nobody; unread goes by the tombstone. */
export function anonymizeEntry(doc: EntryDoc, { account, tombstone }: Names): Write {
  const { dedup, hash, ...rest } = doc as EntryDoc & Kept;
  const isOwn = doc.by === account || doc.row?.sender?.accountId === account;
  const next: EntryDoc & Kept = withTombstone(
    isOwn ? rest : { ...rest, ...given({ dedup, hash }) },
    account,
    tombstone,
  );
  if (doc.row && next.row) next.row = anonymizeRow(doc, next.row, { account, tombstone });
  if (next.facts) next.facts = next.facts.map((fact) => anonymizeFact(fact, tombstone));
  return changed('log', doc as EntryDoc & Kept, next);
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

function anonymizeRow(doc: EntryDoc, row: NonNullable<EntryDoc['row']>, { account, tombstone }: Names) {
  const before = doc.row as NonNullable<EntryDoc['row']>;
  const next = { ...row };
  if (before.sender?.accountId === account && next.sender) {
    next.sender = { ...next.sender, accountId: null };
    next.owner ??= tombstone;
    delete next.clientId;
  }
  if (before.event) next.event = anonymizeEvent(before.event, doc, account);
  return next;
}

/** Names in event rows are as they were written, but for those who are no more. */
function anonymizeEvent(event: RoomEvent, { by, row, facts = [] }: EntryDoc, account: AccountId): RoomEvent {
  const isActor = by === account || row?.owner === account;
  // A founder who leaves is in the entry that makes another member the founder, and the event is about that member.
  const namesakes = facts.filter(({ type }) => type === event.type);
  const about = namesakes.length > 0 ? namesakes : facts;
  const isSubject = about.some((fact) => subjectOf(fact) === account) || (facts.length === 0 && isActor);
  return { ...event, username: isSubject ? null : event.username, actor: isActor ? null : event.actor };
}

/** The accounts that an event row about this fact names. */
function subjectOf(fact: Fact): AccountId | null {
  if ('account' in fact) return fact.account;
  return 'owner' in fact ? (fact.owner ?? null) : null;
}

/** The fields that depend on the new name. */
function anonymizeFact(fact: Fact, tombstone: string): Fact {
  if (fact.type === 'member_banned' && fact.account === tombstone) return { ...fact, username: null };
  if (fact.type === 'room_created' && fact.kind === 'dm') return { ...fact, pair: pairOf(...fact.pair) };
  return fact;
}

/** Only changed fields are written, and only while nobody else has changed the document. */
function changed(into: CollectionName, doc: Kept, next: Kept): Write {
  const fields = [...new Set([...Object.keys(doc), ...Object.keys(next)])].filter((field) => field !== '_id');
  const different = fields.filter((field) => JSON.stringify(doc[field]) !== JSON.stringify(next[field]));
  const gone = different.filter((field) => next[field] === undefined);
  const set = Object.fromEntries(different.flatMap((field) => (field in next ? [[field, next[field]]] : [])));
  const rev = typeof doc.rev === 'number' ? { guard: { equals: { rev: doc.rev } } } : {};
  return { op: 'set', in: into, id: doc._id, set, ...(gone.length > 0 ? { unset: gone } : {}), ...rev };
}
