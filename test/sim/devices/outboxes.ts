/** Outboxes of devices: each message once, in the order in which it was written, and its place as it is in the log. */

import type { LoggedRow, RoomLog } from '../checks/room-log.js';
import type { History, Queued } from '../history.js';
import { isAnswered } from '../people/person.js';

export function outboxes({ queued, ops }: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const rows = new Map<string, LoggedRow>();
  for (const [room, log] of logs) {
    for (const row of log.rows.values()) rows.set(`${room} ${row.sender} ${row.clientId}`, row);
  }
  const refused = new Set(ops.filter(({ outcome }) => isAnswered(outcome) && outcome !== 'ok').map(({ key }) => key));
  const found: string[] = [];
  const last = new Map<string, number>();
  for (const one of queued) {
    const row = rows.get(`${one.room} ${one.who} ${one.key}`);
    if (one.isRefused && !refused.has(one.key)) found.push(`outbox: ${one.key} was given up, and nobody refused it`);
    found.push(...sentOf(one, row, logs.get(one.room)));
    // An attempt without an answer may land after the next one was refused (docs/guides/semantics.md).
    if (one.isRefused) continue;
    const sign = `${one.device} ${one.room}`;
    const before = last.get(sign) ?? 0;
    if (row && row.seq < before) found.push(`outbox: ${one.key} came before what was written earlier`);
    if (row) last.set(sign, Math.max(before, row.seq));
  }
  return found;
}

function sentOf({ key, who, sent, isRefused }: Queued, row: LoggedRow | undefined, log: RoomLog | undefined): string[] {
  if (sent.length === 0 && !isRefused) return [`outbox: ${key} was neither sent nor refused`];
  if (sent.length > 1) return [`outbox: ${key} was sent ${sent.length} times`];
  if (sent.length === 0 || sent[0] === row?.seq || log?.erased.has(who)) return [];
  return [`outbox: ${key} was sent as row ${sent[0]}, and is ${row ? `row ${row.seq}` : 'not there'}`];
}
