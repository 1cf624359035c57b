/** A refusal says something true of a moment between question and answer, and what was refused has no effect. */
import type { History, Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import { type Bounds, boundsOf } from './bounds.js';
import { mayBeGone } from './erased.js';
import { CLOCK_SLACK_MS } from './lifetimes.js';
import type { RoomLog } from './room-log.js';

type Logs = ReadonlyMap<string, RoomLog>;

const WINDOW_MS = 10_000;
const PER_WINDOW = 20;
/** Nobody can say of these whether they had an effect. */
const isUnknown = (outcome: string): boolean =>
  outcome === 'lost' || outcome === 'unavailable' || outcome === 'overloaded' || outcome === 'internal_error';

export function refusals(history: History, logs: Logs): string[] {
  const found: string[] = [];
  for (const [room, log] of logs) {
    const ops = history.ops.filter((op) => op.room === room);
    const bounds = boundsOf(room, ops, history);
    for (const op of ops) {
      if (op.outcome === 'ok' || op.outcome === 'lost' || isTrue(op, log, bounds, history)) continue;
      found.push(`unexplained: ${op.what} ${op.id} through ${op.via} was ${op.outcome}`);
    }
    found.push(...effects(ops, log), ...moves(ops, log));
  }
  return found;
}

function isTrue(op: Op, log: RoomLog, bounds: Bounds, history: History): boolean {
  const { who, target = who, outcome, rowId = '' } = op;
  const from = bounds.floor(op.begunAt);
  const upTo = Math.min(bounds.ceiling(op.endedAt), log.newest);
  const atSomeSeq = (holds: (seq: number) => boolean): boolean => {
    for (let seq = from; seq <= upTo; seq += 1) if (holds(seq)) return true;
    return false;
  };
  switch (outcome) {
    case 'unavailable':
      return history.firstFaultAt <= op.endedAt;
    case 'not_member':
      return atSomeSeq((seq) => !log.isInside(who, seq) || !log.isInside(target, seq));
    case 'room_not_found':
      return log.isDeleted && upTo === log.newest;
    case 'banned':
      return atSomeSeq((seq) => log.isBanned(who, seq));
    case 'muted':
      return atSomeSeq((seq) => log.mutedUntil(who, seq) > EPOCH + op.begunAt - CLOCK_SLACK_MS - history.setBackMs);
    case 'not_found':
      if (mayBeGone(history, target, op.endedAt)) return true;
      if (op.what === 'join_by_invite' || op.what === 'cancel_invite')
        return atSomeSeq((seq) => !log.isInviteUsable(op.key ?? '', seq, EPOCH + op.endedAt + CLOCK_SLACK_MS));
      if (op.what === 'demote_admin') return atSomeSeq((seq) => !log.isAdmin(target, seq));
      if (op.what !== 'unban_member') return isGone(op, log, upTo);
      return atSomeSeq((seq) => !log.isBanned(target, seq));
    case 'invalid_state':
      if (log.rows.get(rowId)?.sender === null) return true;
      return (log.rows.get(rowId)?.deletedBy ?? Number.POSITIVE_INFINITY) <= upTo;
    case 'not_admin':
      if (op.what === 'grant_permissions' && atSomeSeq((seq) => !log.isAdmin(target, seq))) return true;
      if (forFounders.has(op.what) && atSomeSeq((seq) => log.roleOf(who, seq) !== 'founder')) return true;
      return atSomeSeq((seq) => !log.isAdmin(who, seq) || keysOf(op).some((key) => !log.holds(who, key, seq)));
    case 'not_allowed':
      if (op.what === 'delete_message' && log.rows.get(rowId)?.sender === null) return true;
      return atSomeSeq((seq) => keysOf(op, log.isAdmin(target, seq)).some((key) => !log.holds(who, key, seq)));
    case 'founder_protected':
      return atSomeSeq((seq) => log.roleOf(target, seq) === 'founder');
    case 'not_author':
      return log.rows.get(rowId)?.owner !== who || log.rows.get(rowId)?.forwardedFrom !== undefined;
    case 'slow_mode':
      return atSomeSeq((seq) => {
        const since = EPOCH + op.begunAt - log.slowMs(seq) - CLOCK_SLACK_MS;
        return log.slowMs(seq) > 0 && log.saidBetween(who, since, EPOCH + op.endedAt + CLOCK_SLACK_MS);
      });
    case 'validation_failed':
      return op.replyTo !== undefined && isGone({ ...op, rowId: op.replyTo }, log, upTo);
    case 'rate_limited':
      return history.ops.filter((other) => isInWindow(other, op)).length >= PER_WINDOW;
    default:
      return false;
  }
}

const forFounders = new Set(['promote_member', 'demote_admin', 'hand_over']);

/** A row that is over, or for admins. */
function isGone({ rowId = '', endedAt, who }: Op, log: RoomLog, upTo: number): boolean {
  const row = log.rows.get(rowId);
  if (!row) return false;
  if (!row.isPublic && !log.isAdmin(who, upTo)) return true;
  return log.lifetimes.isGone(row, upTo, EPOCH + endedAt + CLOCK_SLACK_MS);
}

/** Without one of which it is refused; one more against an admin. */
function keysOf({ what }: Op, isAgainstAdmin = false): string[] {
  const moderating = ['group.can_ban_members', ...(isAgainstAdmin ? ['group.can_ban_administrators'] : [])];
  const keys: Record<string, string[]> = {
    send_message: ['send_message'],
    edit_message: ['edit_message'],
    react: ['send_message.reactions'],
    delete_message: ['delete_message', 'group.can_remove_message'],
    pin_message: ['group.can_pin_message'],
    deny_permissions: ['group.can_edit_permissions'],
    grant_permissions: ['group_can_give_permissions'],
    create_invite: ['group.can_create_invite_link'],
    cancel_invite: ['group.can_cancel_invite_link'],
  };
  return keys[what] ?? moderating;
}

const isInWindow = ({ what, who, begunAt }: Op, op: Op): boolean =>
  what === op.what && who === op.who && begunAt > op.begunAt - 2 * WINDOW_MS && begunAt <= op.endedAt;

/** Messages and edits: each has words of its own. */
function effects(ops: Op[], log: RoomLog): string[] {
  const found: string[] = [];
  const tried = new Map<string, Op[]>();
  for (const op of ops) {
    if (op.what !== 'send_message') continue;
    const sign = `${op.who} ${op.key}`;
    tried.set(sign, [...(tried.get(sign) ?? []), op]);
  }
  for (const row of log.rows.values()) {
    const all = row.clientId === null ? undefined : tried.get(`${row.sender} ${row.clientId}`);
    if (all?.every(({ outcome }) => outcome !== 'ok' && !isUnknown(outcome))) {
      found.push(`refused but stored: ${row.clientId} of ${row.sender}`);
    }
  }
  for (const { what, outcome, body, rowId, id } of ops) {
    if (what !== 'edit_message' || outcome === 'ok' || isUnknown(outcome)) continue;
    const isThere = log.rows.get(rowId as string)?.bodies.some(([, text]) => text === body);
    if (isThere) found.push(`refused but stored: the edit ${id} was ${outcome}`);
  }
  return found;
}

const waysTo = (what = ''): string[] => (what === 'join_room' ? ['join_room', 'join_by_invite'] : [what]);

/** Nobody moves more often than somebody asked for it and was not refused. */
function moves(ops: Op[], log: RoomLog): string[] {
  const found: string[] = [];
  for (const [sign, times] of log.moves) {
    const [what, account] = sign.split(' ');
    const asked = ops.filter((op) => waysTo(what).includes(op.what) && (op.target ?? op.who) === account);
    const mayHave = asked.filter(({ outcome }) => outcome === 'ok' || isUnknown(outcome)).length;
    if (times > mayHave)
      found.push(`refused but stored: ${sign} happened ${times} times, and ${mayHave} were accepted`);
  }
  return found;
}
