/**
 * The stored form of a log entry. The replaceable parts (content, reactions, deletion) have fields of their own beside
 * the row's skeleton, so that each change is one guarded `set`; empty fields are left out.
 */
import { formatOfFacts } from '#src/domain/log/fact-formats.js';
import { governedBy } from '#src/domain/log/governing.js';
import type { Fact, HeadAfter, LogEntry, OwnPage } from '#src/domain/log/log.js';
import { isListed } from '#src/domain/messages/media.js';
import { type Content, type Discussion, noContent, type Opening, type Row } from '#src/domain/messages/message.js';
import type { OwnRow } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { reshareKey } from './reshare-keys.js';

type Skeleton = Pick<Row, 'id' | 'kind'> & Partial<Row>;
type PackedHead = [
  all: number,
  admins: number,
  mentionsAll: number,
  members: number,
  lastSeq: number,
  lastAt: number,
  prevAll: number,
  prevAdmins: number,
  on: number,
];

/** Ordinals, the floor, then place and flags of each row in turn. */
type PackedPage = number[];

export interface EntryDoc extends Doc {
  room: string;
  seq: number;
  rev: number;
  commit: string;
  owner: string;
  at: number;
  by?: string;
  facts?: Fact[];
  /** The format that the facts need, if it is above 1. */
  format?: number;
  row?: Skeleton;
  content?: Partial<Content>;
  reactions?: Record<string, number>;
  discussion?: Discussion;
  votes?: number[];
  openings?: Opening[];
  goneFiles?: string[];
  entryId?: number | null;
  /** The dictionary does not know of the reactions up to this entry. */
  toReport?: number;
  /** Whose reshare it is. */
  reshareOf?: string;
  /** The time of sending, for the list of media. */
  mediaAt?: number;
  editedAt?: number;
  edits?: number[];
  deletedAt?: number;
  /** Of deleted rows that count: the place, again where `@all` was said, and whose they were. */
  deletedSeq?: number;
  deletedCall?: number;
  deletedOf?: string;
  deletedCallOf?: string;
  /** Whose rows `own` counts. */
  ownOf?: string;
  own?: PackedPage;
  expired?: true;
  discussionOf?: string;
  /** The authors of the row that it quotes and of the first row of its discussion, if they are others (log/mark-reply.ts). */
  quotedOf?: string;
  rootOf?: string;
  /** Whose permissions it decides: at most two, or everybody's. */
  governs?: string;
  governsToo?: string;
  head: PackedHead;
  dedup?: string;
  hash?: string;
  /** From here on something may have to be pushed: the slot, and ms at which that began. */
  toPush?: number;
}

const ON_ALL = 1;
const ON_ADMINS = 2;

export function packEntry(entry: LogEntry): EntryDoc & Record<string, unknown> {
  const { row } = entry;
  const content = row ?? entry.facts.find((fact) => fact.type === 'message_edited')?.content ?? null;
  // Every message passes here: fields added to one object cost a third of as many small objects spread into one.
  const doc: EntryDoc = {
    _id: logId(entry.room, entry.seq),
    room: entry.room,
    seq: entry.seq,
    rev: row?.rev ?? entry.seq,
    commit: entry.commit,
    owner: entry.owner,
    at: entry.at,
    head: packHead(entry.head),
  };
  if (entry.by !== null) doc.by = entry.by;
  if (entry.facts.length > 0) addFacts(doc, entry.facts);
  if (row !== null) {
    doc.row = skeletonOf(row);
    if (isListed(row)) doc.mediaAt = row.at;
    const reshareOf = reshareKey(row);
    if (reshareOf !== undefined) doc.reshareOf = reshareOf;
  }
  if (content !== null) doc.content = packContent(content);
  if (row?.discussionOf) doc.discussionOf = row.discussionOf;
  if (entry.dedup !== null) doc.dedup = entry.dedup;
  if (entry.hash !== null) doc.hash = entry.hash;
  if (entry.own !== undefined && row?.owner) {
    doc.ownOf = row.owner;
    doc.own = packPage(entry.own);
  }
  return doc as EntryDoc & Record<string, unknown>;
}

function addFacts(doc: EntryDoc, facts: Fact[]): void {
  doc.facts = facts.map(withoutContent);
  const format = formatOfFacts(facts);
  if (format > 1) doc.format = format;
  const [governs, governsToo] = governedBy(facts);
  if (governs !== undefined) doc.governs = governs;
  if (governsToo !== undefined) doc.governsToo = governsToo;
}

export function unpackEntry(doc: EntryDoc): LogEntry {
  const content = doc.content ? { ...noContent, ...doc.content } : null;
  return {
    room: doc.room,
    seq: doc.seq,
    commit: doc.commit,
    owner: doc.owner,
    at: doc.at,
    by: doc.by ?? null,
    facts: (doc.facts ?? []).map((fact) => (fact.type === 'message_edited' ? { ...fact, content } : fact)),
    row: doc.row ? unpackRow(doc, doc.row) : null,
    head: unpackHead(doc.head),
    dedup: doc.dedup ?? null,
    hash: doc.hash ?? null,
    ...(doc.own && { own: unpackPage(doc.own) }),
  };
}

const packPage = ({ counts, floor, rows }: OwnPage): PackedPage => [
  counts.all,
  counts.admins,
  counts.mentionsAll,
  floor,
  ...rows.flat(),
];

function unpackPage(packed: PackedPage): OwnPage {
  const [all = 0, admins = 0, mentionsAll = 0, floor = 0, ...flat] = packed;
  const rows: OwnRow[] = [];
  for (let at = 0; at < flat.length; at += 2) rows.push([flat[at] as number, flat[at + 1] as number]);
  return { counts: { all, admins, mentionsAll }, floor, rows };
}

function unpackRow(doc: EntryDoc, skeleton: Skeleton): Row {
  const row: Row = {
    clientId: null,
    sender: null,
    replyTo: null,
    audience: 'all',
    event: null,
    mentioned: [],
    mentionsAll: false,
    owner: skeleton.sender?.accountId ?? null,
    ...skeleton,
    ...noContent,
    ...doc.content,
    seq: doc.seq,
    rev: doc.rev,
    discussionOf: doc.discussionOf ?? null,
    reactions: doc.reactions ?? {},
    editedAt: doc.editedAt ?? null,
    edits: doc.edits ?? [],
    deletedAt: doc.deletedAt ?? null,
    ...(doc.expired ? { expired: true as const } : {}),
    at: doc.at,
  };
  if (doc.discussion !== undefined) row.discussion = doc.discussion;
  if (doc.votes !== undefined) row.votes = doc.votes;
  if (doc.openings !== undefined) row.openings = doc.openings;
  if (doc.goneFiles !== undefined) row.goneFiles = doc.goneFiles;
  if (doc.entryId !== undefined) row.entryId = doc.entryId;
  return row;
}

function skeletonOf(row: Row): Skeleton {
  const skeleton: Skeleton = { id: row.id, kind: row.kind };
  if (row.clientId !== null) skeleton.clientId = row.clientId;
  if (row.sender !== null) skeleton.sender = row.sender;
  if (row.replyTo !== null) skeleton.replyTo = row.replyTo;
  if (row.audience !== 'all') skeleton.audience = row.audience;
  if (row.event !== null) skeleton.event = row.event;
  if (row.mentioned.length > 0) skeleton.mentioned = row.mentioned;
  if (row.mentionsAll) skeleton.mentionsAll = true;
  if (row.viewOnce) skeleton.viewOnce = true;
  if (row.forwardedFrom !== undefined) skeleton.forwardedFrom = row.forwardedFrom;
  if (row.owner !== (row.sender?.accountId ?? null)) skeleton.owner = row.owner;
  return skeleton;
}

export function packContent(content: Content): Partial<Content> {
  const packed: Partial<Content> = {};
  if (content.body !== '') packed.body = content.body;
  if (content.attachment !== null) packed.attachment = content.attachment;
  if (content.mentions.length > 0) packed.mentions = content.mentions;
  if (content.hashtags.length > 0) packed.hashtags = content.hashtags;
  return packed;
}

/** The content of an edit stands beside the facts, where deletion finds it. */
function withoutContent(fact: Fact): Fact {
  return fact.type === 'message_edited' ? { ...fact, content: null } : fact;
}

function packHead(head: HeadAfter): PackedHead {
  return [
    head.counts.all,
    head.counts.admins,
    head.counts.mentionsAll,
    head.memberCount,
    head.lastMessageSeq,
    head.lastMessageAt,
    head.prevAll,
    head.prevAdmins,
    (head.onAll ? ON_ALL : 0) | (head.onAdmins ? ON_ADMINS : 0),
  ];
}

function unpackHead(head: PackedHead): HeadAfter {
  const [all, admins, mentionsAll, memberCount, lastMessageSeq, lastMessageAt, prevAll, prevAdmins, on] = head;
  return {
    counts: { all, admins, mentionsAll },
    memberCount,
    lastMessageSeq,
    lastMessageAt,
    prevAll,
    prevAdmins,
    onAll: (on & ON_ALL) !== 0,
    onAdmins: (on & ON_ADMINS) !== 0,
  };
}
