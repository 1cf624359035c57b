/** What was acknowledged came true: at some moment between question and answer it was so. */
import type { History, Op } from '../history.js';
import { boundsOf } from './bounds.js';
import type { RoomLog } from './room-log.js';

type CameTrue = (log: RoomLog, op: Op, seq: number) => boolean;

const targetOf = ({ who, target = who }: Op): string => target;

export const effects: Readonly<Record<string, CameTrue>> = {
  join_room: (log, { who }, seq) => log.isInside(who, seq),
  join_by_invite: (log, { who }, seq) => log.isInside(who, seq),
  leave_room: (log, { who }, seq) => !log.isInside(who, seq),
  kick_member: (log, op, seq) => !log.isInside(targetOf(op), seq),
  ban_member: (log, op, seq) => log.isBanned(targetOf(op), seq),
  unban_member: (log, op, seq) => !log.isBanned(targetOf(op), seq),
  mute_member: (log, op, seq) => log.mutedUntil(targetOf(op), seq) === op.until,
  unmute_member: (log, op, seq) => log.mutedUntil(targetOf(op), seq) === 0,
  promote_member: (log, op, seq) => log.isAdmin(targetOf(op), seq),
  hand_over: (log, op, seq) => log.roleOf(targetOf(op), seq) === 'founder',
  demote_admin: (log, op, seq) => !log.isAdmin(targetOf(op), seq),
  delete_message: (log, { rowId = '' }, seq) => (log.rows.get(rowId)?.deletedBy ?? seq + 1) <= seq,
};

export function acknowledged(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room);
    const { floor, ceiling } = boundsOf(room, ops, history);
    for (const op of ops) {
      const cameTrue = effects[op.what];
      if (op.outcome !== 'ok' || !cameTrue) continue;
      const upTo = Math.min(ceiling(op.endedAt), log.newest);
      let isSo = false;
      for (let seq = floor(op.begunAt); seq <= upTo && !isSo; seq += 1) isSo = cameTrue(log, op, seq);
      if (!isSo) found.push(`lost: ${op.what} ${op.id} was acknowledged, and never was so`);
    }
  }
  return found;
}
