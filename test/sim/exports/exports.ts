/** Copies of what is held of somebody: one at a time, each is made, and what was said before is in it. */

import { EXPORT_KEPT_MS, isUnderWay, type OwnExport } from '#src/domain/accounts/own-export.js';
import { CLOCK_SLACK_MS } from '../checks/lifetimes.js';
import type { RoomLog } from '../checks/room-log.js';
import type { Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';

const ALL = { index: '_id', limit: 10_000 };

const underWay = ({ documents }: World): OwnExport[] => documents.range<OwnExport>('exports', ALL).filter(isUnderWay);

export const isExportPending = (world: World): boolean => underWay(world).length > 0;

export function watchExports(world: World): void {
  world.documents.watch((name, _, after) => {
    if (name !== 'exports' || !after || !isUnderWay(after as never)) return;
    const others = underWay(world).filter(({ _id, account }) => account === after.account && _id !== after._id);
    if (others.length > 0) world.mistake(`${after.account} has two exports under way`);
  });
}

export function exported(world: World, logs: ReadonlyMap<string, RoomLog>): string[] {
  const { history, documents, objects } = world;
  const gone = new Set(history.ops.filter(({ what }) => what === 'give_up').map(({ who }) => who));
  const asked = new Map<string, Op>();
  for (const op of history.ops) {
    const isFirst = op.what === 'request_export' && op.outcome === 'ok' && !asked.has(op.key as string);
    if (isFirst && !gone.has(op.who)) asked.set(op.key as string, op);
  }
  return [...asked].flatMap(([key, op]) => {
    const made = documents.get<OwnExport>('exports', key);
    if (!made) return isKept(op, world.now) ? [`lost: the export ${key} was asked for in ${op.id}`] : [];
    if (isUnderWay(made)) return [`liveness: the export ${key} is ${made.status}`];
    if (made.status !== 'ready') return [];
    if (!made.files.every((file) => objects.has(file))) return [`lost: a file of the export ${key}`];
    const text = made.files.map((file) => world.written.get(file) ?? '').join('');
    return missing({ ...op, begunAt: askedAt(op, history.ops) }, text, history.ops, logs).map(
      (body) => `lost: the export ${key} has nothing of ${body}`,
    );
  });
}

/** A world whose clock was set back by a year waits for that year, and copies are kept for a day. */
const isKept = ({ until = 0 }: Op, now: number): boolean => EPOCH + now < until + EXPORT_KEPT_MS;

/** The first of the requests that may have made it: those before had no answer. */
function askedAt({ who, id, begunAt }: Op, ops: Op[]): number {
  const earlier = ops.filter((op) => op.what === 'request_export' && op.who === who && op.id < id);
  const answered = earlier.findLastIndex(({ outcome }) => outcome === 'ok');
  return earlier[answered + 1]?.begunAt ?? begunAt;
}

/** What was acknowledged before it was asked for, by either clock, and never changed: that of the node may have been set. */
function missing(
  { who, begunAt, until = 0 }: Op,
  text: string,
  ops: Op[],
  logs: ReadonlyMap<string, RoomLog>,
): string[] {
  return ops.flatMap((op) => {
    const isOwn = op.what === 'send_message' && op.who === who && op.outcome === 'ok';
    const log = logs.get(op.room);
    if (!isOwn || !log || log.isDeleted || log.lifetimes.isUsed) return [];
    const row = log.rows.get(op.rowId ?? '');
    const isThere = row && !row.isDeleted && row.bodies.length === 1 && op.body === row.bodies[0]?.[1];
    const isBefore = op.endedAt < begunAt && EPOCH + op.endedAt + CLOCK_SLACK_MS <= until;
    if (!isThere || !isBefore || text.includes(op.body ?? '')) return [];
    return [op.body ?? ''];
  });
}
