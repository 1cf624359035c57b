/** Forwards: what was passed on is what the row said then, and the row that says it names where it came from. */

import type { LoggedRow, RoomLog } from '../checks/room-log.js';
import type { Forwarded, History } from '../history.js';

type Logs = ReadonlyMap<string, RoomLog>;

export function forwarded(history: History, logs: Logs): string[] {
  return history.forwards.flatMap((forward) => [...given(forward, history, logs), ...said(forward, logs)]);
}

function given({ from, rowId, source, begunAt }: Forwarded, history: History, logs: Logs): string[] {
  const row = logs.get(from)?.rows.get(rowId);
  if (!row) return [`forward: ${rowId} was given and is not there`];
  const before = history.ops.filter((op) => op.rowId === rowId && op.outcome === 'ok' && op.endedAt < begunAt);
  if (before.some(({ what }) => what === 'delete_message')) return [`forward: row ${row.seq} was given after its end`];
  if (row.isDeleted) return [];
  const version = row.bodies.findLast(([, body]) => body === source.body);
  const edited = before.flatMap(({ what, seq }) => (what === 'edit_message' ? (seq ?? 0) : []));
  const isOld = edited.some((seq) => seq > (version?.[0] ?? 0));
  // The first text of an edited row is not kept.
  const isKnown = version !== undefined || (row.bodies[0]?.[0] ?? 0) > row.seq;
  return isKnown && !isOld ? [] : [`forward: row ${row.seq} was given as "${source.body}"`];
}

function said({ who, to, key, source }: Forwarded, logs: Logs): string[] {
  const found = [...(logs.get(to)?.rows.values() ?? [])].find(
    ({ clientId, sender }) => clientId === key && sender === who,
  );
  if (!found || found.isDeleted || found.bodies.length !== 1) return [];
  const isSame = found.bodies[0]?.[1] === source.body && isFrom(found, source.from);
  return isSame ? [] : [`forward: row ${found.seq} of ${to} is not what ${key} passed on`];
}

const isFrom = ({ forwardedFrom }: LoggedRow, { messageId, room }: Forwarded['source']['from']): boolean =>
  forwardedFrom?.messageId === messageId && forwardedFrom.room === room;
