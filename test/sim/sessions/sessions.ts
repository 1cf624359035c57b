/**
 * Sessions: a token is used up by one renewal, what was closed stays closed, nothing ends one but its end, and every
 * change is decided on what is stored.
 */
import type { Device, Session } from '#actors/user/commands.js';
import { ROTATION_REPEAT_MS } from '#actors/user/sessions/sessions.js';
import type { Account } from '#src/domain/accounts/account.js';
import { CLOCK_SLACK_MS } from '../checks/lifetimes.js';
import type { Op } from '../history.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';

const ALL = { index: '_id', limit: 10_000 };
/** A renewal that was answered to nobody may have ended a session, or used its token up. */
const isUnknown = ({ outcome }: Op): boolean => outcome === 'lost' || outcome === 'unavailable';

export function sessions(world: World): string[] {
  const bySession = new Map<string, Op[]>();
  for (const op of world.history.ops) {
    if (op.key === undefined || !(op.what.endsWith('_session') || op.what === 'set_device')) continue;
    bySession.set(op.key, [...(bySession.get(op.key) ?? []), op]);
  }
  const repeatMs = repeatMsIn(world);
  const found = [...bySession].flatMap(([id, ops]) => [
    ...spentTwice(id, ops),
    ...ops.flatMap((op) => judged(op, ops, repeatMs)),
    ...lost(id, ops, world),
  ]);
  return [...found, ...devices(world)];
}

/** Watches what is stored: each document of a session follows from the one before. */
export function watchSessions({ documents, history }: World): void {
  documents.watch((name, before, after) => {
    if (name !== 'sessions' || !before || !after) return;
    if (after.version === (before.version as number) + 1) return;
    history.mistakes.push(`session ${after._id}: version ${after.version} was written over ${before.version}`);
  });
}

function spentTwice(id: string, ops: Op[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { what, outcome, isAlive, used = '', hash = '' } of ops) {
    if (what !== 'rotate_session' || outcome !== 'ok' || !isAlive) continue;
    next.set(used, new Set([...(next.get(used) ?? []), hash]));
  }
  const twice = [...next].filter(([, hashes]) => hashes.size > 1);
  return twice.map(([used]) => `session ${id}: the token ${used} was used up twice`);
}

const isEnd = ({ what, outcome, isAlive }: Op): boolean =>
  what === 'close_session' || (what === 'rotate_session' && outcome === 'ok' && !isAlive);

/** A node whose clock was set takes any repeat for one that comes late. */
const repeatMsIn = ({ history }: World): number =>
  history.faults.some((fault) => fault.includes('the clock of')) ? 0 : ROTATION_REPEAT_MS;

function judged(op: Op, ops: Op[], repeatMs: number): string[] {
  const { key, what, id, begunAt, endedAt, outcome } = op;
  const isKnownEnd = ops.find((other) => isEnd(other) && other.outcome === 'ok' && other.endedAt < begunAt);
  if (outcome === 'ok' && (op.isAlive || what === 'set_device') && isKnownEnd)
    return [`session ${key}: ${what} ${id} found it after ${isKnownEnd.what} ${isKnownEnd.id}`];
  const isGone =
    (what === 'view_session' && outcome === 'ok' && !op.isAlive) ||
    (what === 'set_device' && outcome === 'not_found') ||
    (what === 'rotate_session' && (outcome === 'invalid_refresh_token' || (outcome === 'ok' && !op.isAlive)));
  if (
    !isGone ||
    ops.some((other) => mayEnd(other, op, repeatMs) || mayHaveReused(other, op, ops, repeatMs)) ||
    isOver(ops, endedAt)
  )
    return [];
  return [`unexplained: ${what} ${id} did not find session ${key}`];
}

/** Whether the session, or the token that `op` uses, may have been gone because of that. */
function mayEnd(other: Op, op: Op, repeatMs: number): boolean {
  if (other === op || other.begunAt > op.endedAt) return false;
  if (other.what === 'close_session' || (other.what === 'rotate_session' && !other.isAlive && other.outcome === 'ok'))
    return true;
  // A token that is used again after a while has two holders: the session ends for both.
  const isReuse = other.used !== undefined && other.used === op.used && op.endedAt - other.begunAt > repeatMs;
  if (isReuse) return true;
  const isRival = other.what === 'rotate_session' && op.what === 'rotate_session' && other.hash !== op.hash;
  return isRival && (other.used === op.used || isUnknown(other));
}

/** A late second use of a token ends the session, also where nobody got the answer. */
function mayHaveReused(other: Op, op: Op, ops: Op[], repeatMs: number): boolean {
  if (other.what !== 'rotate_session' || !isUnknown(other) || other.begunAt > op.endedAt) return false;
  const isEarlier = (one: Op) => one.used === other.used && other.endedAt - one.begunAt > repeatMs;
  return ops.some(isEarlier);
}

/** By any of the ends that it was given: which of them is stored may be unknown. */
function isOver(ops: Op[], at: number): boolean {
  return ops.some(({ until }) => until !== undefined && until - EPOCH - CLOCK_SLACK_MS < at);
}

/** What was answered last is stored, if nothing came after it. */
function lost(id: string, ops: Op[], { documents, now }: World): string[] {
  const last = ops.findLast(({ what }) => what === 'open_session' || what === 'rotate_session');
  if (last?.outcome !== 'ok' || !last.isAlive || ops.some(isEnd) || isOver(ops, now)) return [];
  const isRaced = ops.some((op) => op !== last && op.what === 'rotate_session' && op.endedAt > last.begunAt);
  const stored = documents.get<Session>('sessions', id);
  if (stored && (isRaced || stored.refreshHash === last.hash)) return [];
  return [`lost: ${last.what} ${last.id} of session ${id} was acknowledged`];
}

/** The places of pushes, the sessions they belong to, and what the account says of them agree. */
function devices({ documents, history }: World): string[] {
  const owners = new Set(history.ops.filter(({ what }) => what === 'open_session').map(({ who }) => who));
  const all = documents.range<Device>('devices', ALL);
  return [...owners].flatMap((owner) => {
    const own = all.filter(({ account }) => account === owner);
    const named = documents.get<Account>('accounts', owner)?.devices ?? [];
    const orphans = own.filter(({ session }) => !documents.get('sessions', session));
    const found = orphans.map(({ _id, session }) => `device ${_id} outlived session ${session}`);
    if (own.map(({ _id }) => _id).join() !== named.join())
      found.push(`devices: ${owner} has ${own.length}, and names ${named.length}`);
    return found;
  });
}
