/**
 * Entry → guarded writes of its derived documents. They follow the entry and come before the ack of a command that
 * has them; an ordinary message has none. All are guarded by the entry's seq, so repeating them changes nothing.
 */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Content } from '#src/domain/messages/message.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { packContent } from '../model/codec.js';
import { deletedFields } from '../model/deleted-counts.js';
import { voidDigests } from '../model/digests.js';
import type { RoomState } from '../model/room-state.js';
import { projectRoomWords } from '../model/room-words.js';
import { schedulesSweep } from './apply-expiry.js';
import { reactionKey } from './apply-rows.js';
import { isTalk } from './apply-talk.js';
import { contentFields, projectExpired } from './blank-rows.js';
import { type HeadDoc, putHead, type Storable } from './head-projection.js';
import { projectFileFact, projectFiles } from './project-files.js';
import { projectPeople } from './project-people.js';
import { projectSharing, reportMarkOf } from './project-sharing.js';
import { projectTalk } from './project-talk.js';

/** An ordinary message has none: they share one empty list, which is never changed. */
const noWrites: Write[] = [];

export function projectEntry(state: RoomState, entry: LogEntry): Write[] {
  const isOrdinary = entry.facts.length === 0 && !entry.row?.attachment;
  return isOrdinary && !schedulesSweep(state.head as Head, entry) ? noWrites : derivedWrites(state, entry);
}

function derivedWrites(state: RoomState, entry: LogEntry): Write[] {
  const { row, facts } = entry;
  const files = row !== null && row.attachment !== null ? projectFiles(state, row) : [];
  const derived = facts.flatMap((fact) => [
    ...projectFact(state, fact, entry),
    ...projectRoomWords(state.head as Head, fact),
    ...voidDigests(state.id, fact, entry),
    ...projectFileFact(state, fact, entry),
  ]);
  const needsHead = schedulesSweep(state.head as Head, entry) && !derived.some(({ in: into }) => into === 'rooms');
  return [...files, ...derived, ...(needsHead ? [putHead(state)] : [])];
}

function projectFact(state: RoomState, fact: Fact, entry: LogEntry): Write[] {
  switch (fact.type) {
    case 'room_created':
      return [putHead(state)];
    case 'message_edited':
      return fact.content === null ? [] : [editRow(state, fact, fact.content, entry)];
    case 'message_deleted':
      return deleteRow(state, fact, entry);
    case 'reaction_changed':
      return projectReaction(state, fact, entry);
    case 'rows_expired':
      return [...projectExpired(state.id, fact.rows, entry.seq), putHead(state)];
    case 'room_deleted':
      return deleteRoom(state, entry);
    case 'article_offered':
    case 'article_shared':
      return projectSharing(state, fact, entry);
    default:
      return isTalk(fact) ? projectTalk(state, fact, entry) : projectPeople(state, fact, entry);
  }
}

function editRow(
  state: RoomState,
  fact: Extract<Fact, { type: 'message_edited' }>,
  content: Content,
  { seq, at }: LogEntry,
): Write {
  return {
    op: 'set',
    in: 'log',
    id: logId(state.id, fact.row),
    guard: { olderThan: seq },
    set: { content: packContent(content), editedAt: at, rev: seq, edits: [...fact.edits, seq] },
  };
}

/** The skeleton stays; the content is removed from the row and from every edit of it. */
function deleteRow(state: RoomState, fact: Extract<Fact, { type: 'message_deleted' }>, { seq, at }: LogEntry): Write[] {
  const { row, owner, mentionsAll } = fact;
  const counted = fact.countedAs === 'none' ? {} : deletedFields({ seq: row, owner, mentionsAll });
  return [
    {
      op: 'set',
      in: 'log',
      id: logId(state.id, fact.row),
      guard: { olderThan: seq },
      set: { deletedAt: at, rev: seq, ...counted, ...reportMarkOf(fact, seq) },
      unset: contentFields,
    },
    ...fact.edits.map((edit): Write => ({ op: 'set', in: 'log', id: logId(state.id, edit), unset: ['content'] })),
  ];
}

function projectReaction(
  state: RoomState,
  fact: Extract<Fact, { type: 'reaction_changed' }>,
  { seq }: LogEntry,
): Write[] {
  const _id = reactionKey(state.id, fact.row, fact.account);
  const emojis = state.reactions.get(_id)?.emojis;
  const guard = { olderThan: seq };
  const own: Write[] = emojis
    ? [{ op: 'put', in: 'reactions', doc: { _id, room: state.id, account: fact.account, emojis, rev: seq }, guard }]
    : [];
  return [
    ...own,
    {
      op: 'set',
      in: 'log',
      id: logId(state.id, fact.row),
      set: { reactions: fact.reactions, rev: seq, ...reportMarkOf(fact, seq) },
      guard,
    },
  ];
}

/**
 * The last entry and the head stay as a tombstone; the slug is free again. Replay never goes behind it, because swept
 * documents must not return.
 */
function deleteRoom(state: RoomState, { seq }: LogEntry): Write[] {
  const head = state.head as Head;
  const stone: HeadDoc = { ...head, _id: head.id, rev: seq, appliedSeq: seq, toSweep: true, sweepAt: null };
  return [
    { op: 'put', in: 'rooms', doc: stone as unknown as Storable, guard: { olderThan: seq } },
    { op: 'del', in: 'slugs', id: head.slug, guard: { equals: { room: head.id } } },
  ];
}

/** A reader's own changes are numbered, and bound to the joining they were made under. */
export function putReadState({ _id, ...reader }: ReadState): Write {
  const guard = { equals: { rev: reader.rev, v: reader.v - 1 } };
  return { op: 'set', in: 'readers', id: _id, set: reader, guard };
}
