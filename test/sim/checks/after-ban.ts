/**
 * Who is out is out, who is muted says nothing, and who is no admin any more does nothing that admins do: nothing they
 * begin after it was acknowledged succeeds.
 */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

const needsMembership = new Set([
  'send_message',
  'list_messages',
  'open_room',
  'give_message',
  'edit_message',
  'react',
  'mark_read',
]);

/** What is only for admins, whatever they were granted. */
export const forAdmins = new Set([
  'list_bans',
  'kick_member',
  'ban_member',
  'unban_member',
  'mute_member',
  'unmute_member',
  'change_settings',
  'deny_permissions',
  'grant_permissions',
  'create_invite',
  'cancel_invite',
  'list_invites',
]);
const speaking = new Set(['send_message', 'edit_message', 'react']);
/** What ends it again. */
const backBy: Record<string, string> = {
  kick_member: 'join_room',
  ban_member: 'unban_member',
  mute_member: 'unmute_member',
  demote_admin: 'promote_member',
};

export function afterBan(history: History, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const room of logs.keys()) {
    const ops = history.ops.filter((op) => op.room === room);
    const isHandedOver = ops.some(({ what }) => what === 'hand_over');
    const outs = ops.filter(({ what, outcome }) => outcome === 'ok' && what in backBy);
    for (const out of outs) {
      const own = ops.filter(({ who, begunAt, outcome }) => {
        return who === out.target && begunAt > out.endedAt && outcome === 'ok';
      });
      const ways = ops.filter((op) => isWayBack(op, out) || (isHandedOver && isSuccession(op, out)));
      const end = Math.min(endOf(out) - history.setForwardMs, ...ways.map(({ begunAt }) => begunAt));
      const wrong = own.filter((op) => isForbidden(op, out.what) && op.endedAt < end);
      for (const op of wrong) found.push(`after-ban: ${op.what} ${op.id} succeeded after ${out.what} ${out.id}`);
    }
  }
  for (const { who, room, seq } of history.heard) {
    const log = logs.get(room) as RoomLog;
    if (log.isInside(who, seq) || log.isInside(who, seq - 1)) continue;
    found.push(`after-ban: ${who} heard ${seq} from outside`);
  }
  return found;
}

const endOf = ({ until }: Op): number =>
  until === undefined ? Number.POSITIVE_INFINITY : until - EPOCH - CLOCK_SLACK_MS;

/** What was begun before and not known to be over may come after. */
function isWayBack(op: Op, out: Op): boolean {
  if (op.outcome === 'lost' || op.outcome === 'unavailable' ? false : op.endedAt < out.begunAt) return false;
  // Another mute begins anew, and may end sooner.
  const isNext = op !== out && out.what === 'mute_member' && op.what === 'mute_member';
  const isInvited = out.what === 'kick_member' && op.what === 'join_by_invite';
  const isBack = op.what === backBy[out.what] || isNext || isInvited;
  return isBack && (op.target ?? op.who) === out.target;
}

/** A founder is neither muted nor anybody's admin, and who hands a room over stays as an admin; who leaves may do so. */
function isSuccession({ what, endedAt, outcome }: Op, out: Op): boolean {
  const isKnownOver = outcome !== 'lost' && outcome !== 'unavailable' && endedAt < out.begunAt;
  const isOne = what === 'hand_over' || what === 'leave_room';
  return isOne && !isKnownOver && (out.what === 'mute_member' || out.what === 'demote_admin');
}

function isForbidden({ what, isDuplicate }: Op, out: string): boolean {
  if (out === 'demote_admin') return forAdmins.has(what);
  if (out === 'mute_member') return speaking.has(what) && !isDuplicate;
  return (
    (needsMembership.has(what) && !isDuplicate) ||
    (out === 'ban_member' && (what === 'join_room' || what === 'join_by_invite'))
  );
}
