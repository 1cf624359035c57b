/** The held rows of a room, and how changes apply to them. Pure: only a newer `rev` of a row replaces it. */
import type { RoomChange, Row } from './wire.js';

type Rows = readonly Row[];

/** What remains of a deleted row, as the service answers it. */
const noContent = {
  body: '',
  attachment: null,
  article: null,
  forwarded_from: null,
  mentions: [],
  hashtags: [],
  reactions: {},
  expired: false,
  ttl_left: null,
};

/** Inserts the row at its place, or replaces an older revision of it. */
export function withRow(rows: Rows, row: Row): Rows {
  const at = placeOf(rows, row.seq);
  const held = rows[at];
  if (held?.seq !== row.seq) return [...rows.slice(0, at), row, ...rows.slice(at)];
  return held.rev > row.rev ? rows : replaced(rows, at, row);
}

export const replaced = (rows: Rows, at: number, row: Row): Rows => [...rows.slice(0, at), row, ...rows.slice(at + 1)];

export function withChange(rows: Rows, change: RoomChange): Rows {
  switch (change.type) {
    case 'message:new':
      return withRow(rows, change.message);
    case 'message:edited':
      return rows.some(({ id }) => id === change.message.id) ? withRow(rows, change.message) : rows;
    case 'message:deleted': {
      const { deleted_at } = change;
      return patched(rows, change, { ...noContent, deleted_at });
    }
    case 'message:reactions':
      return patched(rows, change, { reactions: change.reactions });
    case 'message:discussion': {
      const { open, count, last_at } = change;
      return patched(rows, change, { discussion: { open, count, last_at } });
    }
    case 'message:pins':
      return rows.map((row) => (row.pinned === change.pins.includes(row.id) ? row : { ...row, pinned: !row.pinned }));
    case 'survey:votes':
      return withVotes(rows, change);
    case 'room:updated':
      return withLifetime(rows, change.changes.message_ttl_hours);
    case 'message:expired':
      return rows.filter(({ id }) => !change.message_ids.includes(id));
    default:
      return rows;
  }
}

/** Whether a row may be the `last_message` of its room. */
export const isListed = ({ kind, discussion_of, deleted_at }: Row): boolean =>
  kind !== 'event' && !discussion_of && !deleted_at;

/** Whether nobody may read the row any more. */
export const endsRow = (change: RoomChange, id: string): boolean =>
  (change.type === 'message:deleted' && change.message_id === id) ||
  (change.type === 'message:expired' && change.message_ids.includes(id));

function withVotes(rows: Rows, change: RoomChange & { type: 'survey:votes' }): Rows {
  const attachment = rows.find(({ id }) => id === change.message_id)?.attachment;
  if (attachment?.type !== 'survey') return rows;
  return patched(rows, change, { attachment: { ...attachment, votes: change.votes } });
}

/** A new lifetime holds for the earlier rows, too. */
const withLifetime = (rows: Rows, hours: number | null | undefined): Rows =>
  hours === undefined
    ? rows
    : rows.map((row) => ({ ...row, expires_at: hours && row.inserted_at + hours * 3_600_000 }));

function patched(rows: Rows, { message_id, seq }: { message_id: string; seq: number }, patch: Partial<Row>): Rows {
  const at = rows.findLastIndex(({ id }) => id === message_id);
  const held = rows[at];
  return held && held.rev <= seq ? replaced(rows, at, { ...held, ...patch, rev: seq }) : rows;
}

/** Where a row of this seq is or would be. */
export function placeOf(rows: Rows, seq: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
