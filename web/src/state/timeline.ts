/**
 * What the page holds of one room, and how events and catch-ups change it. Pure: the same events in any repetition
 * give the same rows, because a row is replaced only by a newer `rev` of itself.
 */
import type { Discussion, Message, OpenedRoom, RoomChange } from '../wire.js';

export interface Timeline {
  roomId: string;
  /** Everything up to this entry is in `messages` (as far back as they reach). */
  seq: number;
  /** Ascending by seq. */
  messages: Message[];
  hasOlder: boolean;
  readSeq: number;
  /** The line "new messages" stands before the first row after this seq; null when there is none. */
  dividerSeq: number | null;
}

export function openedTimeline(opened: OpenedRoom): Timeline {
  return {
    roomId: opened.room.id,
    seq: opened.seq,
    messages: opened.messages,
    hasOlder: opened.has_more,
    readSeq: opened.read_seq,
    dividerSeq: dividerOf(opened),
  };
}

const dividerOf = ({ unread, read_seq }: OpenedRoom): number | null => (unread > 0 ? read_seq : null);

/** The answer of `room:open` with `after_seq`: complete from what is held up to its `seq`. */
export function caughtUp(timeline: Timeline, opened: OpenedRoom): Timeline {
  let next = opened.messages.reduce(withRow, timeline);
  for (const change of opened.changes) next = withChange(next, change);
  return {
    ...next,
    seq: Math.max(next.seq, opened.seq),
    readSeq: Math.max(next.readSeq, opened.read_seq),
    dividerSeq: timeline.dividerSeq ?? dividerOf(opened),
  };
}

/** True when something before this event is missing here. */
export const isGap = (timeline: Timeline, change: RoomChange): boolean => change.prev_seq > timeline.seq;

/** A live event whose predecessors are all held. */
export function withEvent(timeline: Timeline, change: RoomChange): Timeline {
  const next = withChange(timeline, change);
  return change.seq > next.seq ? { ...next, seq: change.seq } : next;
}

export function withOlder(timeline: Timeline, older: Message[], hasMore: boolean): Timeline {
  return { ...older.reduce(withRow, timeline), hasOlder: hasMore };
}

/** Adds the row at its place, or replaces an older state of it. */
export function withRow(timeline: Timeline, row: Message): Timeline {
  const rows = timeline.messages;
  const at = placeOf(rows, row.seq);
  const held = rows[at];
  if (held?.seq !== row.seq) return { ...timeline, messages: [...rows.slice(0, at), row, ...rows.slice(at)] };
  return held.rev > row.rev ? timeline : { ...timeline, messages: rows.with(at, row) };
}

function placeOf(rows: Message[], seq: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withChange(timeline: Timeline, change: RoomChange): Timeline {
  switch (change.type) {
    case 'message:new':
      return change.message ? withRow(timeline, change.message) : timeline;
    case 'message:edited':
      return change.message && holds(timeline, change.message.id) ? withRow(timeline, change.message) : timeline;
    case 'message:deleted':
      return patched(timeline, change, {
        body: '',
        attachment: null,
        article: null,
        deleted_at: change.deleted_at ?? 0,
        reactions: {},
      });
    case 'message:reactions':
      return patched(timeline, change, { reactions: change.reactions ?? {} });
    case 'message:discussion':
      return patched(timeline, change, { discussion: discussionOf(change) });
    case 'survey:votes':
      return withVotes(timeline, change);
    case 'message:expired':
      return without(timeline, change.message_ids ?? []);
    default:
      return timeline;
  }
}

const discussionOf = ({ open, count, last_at }: RoomChange): Discussion => ({
  open: open ?? true,
  count: count ?? 0,
  last_at: last_at ?? null,
});

function withVotes(timeline: Timeline, change: RoomChange): Timeline {
  const attachment = timeline.messages.find((row) => row.id === change.message_id)?.attachment;
  if (attachment?.type !== 'survey') return timeline;
  return patched(timeline, change, { attachment: { ...attachment, votes: change.votes ?? attachment.votes } });
}

const holds = (timeline: Timeline, id: string): boolean => timeline.messages.some((row) => row.id === id);

function patched(timeline: Timeline, change: RoomChange, patch: Partial<Message>): Timeline {
  const at = timeline.messages.findLastIndex((row) => row.id === change.message_id);
  const held = timeline.messages[at];
  if (!held || held.rev > change.seq) return timeline;
  return { ...timeline, messages: timeline.messages.with(at, { ...held, ...patch, rev: change.seq }) };
}

function without(timeline: Timeline, ids: string[]): Timeline {
  const gone = new Set(ids);
  return { ...timeline, messages: timeline.messages.filter((row) => !gone.has(row.id)) };
}
