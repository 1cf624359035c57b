/** Messages with a lifetime: what is over is shown to nobody and changed by nobody, and its content goes. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { boundsOf } from './bounds.js';
import type { RoomLog } from './room-log.js';

const HOUR_MS = 3_600_000;
/** By how much the clocks of nodes may differ from the store's. */
export const CLOCK_SLACK_MS = 500;
/** A sweep comes within this time, once nothing breaks any more. */
const SWEPT_WITHIN_MS = 10_000;

interface Lifetime {
  from: number;
  ttlHours: number | null;
  /** ms since epoch: what was written until then is over for good. */
  expiredAt: number;
  sweptSeq: number;
}

/** What the log says of the lifetime of its rows, from which entry on. */
export class Lifetimes {
  readonly #steps: Lifetime[] = [{ from: 0, ttlHours: null, expiredAt: 0, sweptSeq: 0 }];

  follow({ seq, at, facts = [] }: EntryDoc): void {
    for (const fact of facts) {
      const last = this.#steps.at(-1) as Lifetime;
      if (fact.type === 'rows_expired') this.#steps.push({ ...last, from: seq, sweptSeq: fact.upTo });
      const isSet = fact.type === 'room_created' || fact.type === 'room_settings_changed';
      const ttlHours = isSet ? fact.settings.messageTtlHours : undefined;
      if (ttlHours === undefined || ttlHours === last.ttlHours) continue;
      this.#steps.push({ ...last, from: seq, ttlHours, expiredAt: goneUpTo(last, at) });
    }
  }

  get isUsed(): boolean {
    return this.#steps.length > 1;
  }

  /** By each of the entries between the two. */
  isSurelyGone(row: { seq: number; at: number }, [from, upTo]: [number, number], now: number): boolean {
    if (!this.isGone(row, from, now)) return false;
    return this.#steps.every((step) => step.from < from || step.from > upTo || this.isGone(row, step.from, now));
  }

  /** Whether a row is over by what entries up to `upTo` say, at that time. What is over stays so. */
  isGone(row: { seq: number; at: number }, upTo: number, now: number): boolean {
    const step = this.#steps.findLast(({ from }) => from <= upTo) as Lifetime;
    return row.seq <= step.sweptSeq || row.at <= goneUpTo(step, now);
  }
}

const goneUpTo = ({ ttlHours, expiredAt }: Lifetime, now: number): number =>
  ttlHours === null ? expiredAt : Math.max(expiredAt, now - ttlHours * HOUR_MS);

const changing = new Set(['view_message', 'give_message', 'edit_message', 'react']);

export function lifetimes(history: History, logs: ReadonlyMap<string, RoomLog>, overAt: number): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    if (!log.lifetimes.isUsed) continue;
    const ops = history.ops.filter((op) => op.room === room && op.outcome === 'ok');
    const { floor, ceiling } = boundsOf(room, ops, history);
    for (const op of ops) {
      const upTo = Math.min(ceiling(op.endedAt), log.newest);
      // A page of several ends before the newest entry, and its rows are as they are by now.
      const seq = op.what === 'open_room' && !op.isWhole ? undefined : op.seq;
      found.push(...afterItsTime(op, log, seq ?? floor(op.begunAt), seq ?? upTo));
    }
    if (!log.isDeleted) found.push(...unswept(log, EPOCH + overAt - SWEPT_WITHIN_MS));
  }
  return found;
}

/** It was over before anybody asked, by whatever setting may have been in force. */
function afterItsTime(op: Op, log: RoomLog, from: number, upTo: number): string[] {
  const { what, id, rowId, rows = [], begunAt } = op;
  const ids = [...rows.map(([, shown]) => shown), ...(changing.has(what) && rowId !== undefined ? [rowId] : [])];
  return ids.flatMap((each) => {
    const row = log.rows.get(each);
    if (!row || !log.lifetimes.isSurelyGone(row, [from, upTo], EPOCH + begunAt - CLOCK_SLACK_MS)) return [];
    return [`expired: ${what} ${id} shows or changes row ${row.seq}, which was over`];
  });
}

function unswept(log: RoomLog, by: number): string[] {
  // A lifetime that was changed since ended the rows of the one before at that moment.
  const upTo = log.newestAt(by);
  const late = [...log.rows.values()].filter((row) => log.lifetimes.isGone(row, upTo, by) && row.hasContent);
  return late.map(({ seq }) => `expired: row ${seq} still has its content`);
}
