/** One push pass over a room: sends its new rows and its delayed pushes to the members concerned. */
import type { PushRow, Rooms } from '#actors/room/commands.js';
import type { Device, Users } from '#actors/user/commands.js';
import { circuitOf } from '#src/adapters/push/circuit-breaker.js';
import { type PushResult, type PushSender, type PushTarget, serviceOf } from '#src/adapters/push/push-sender.js';
import { readAhead } from '#src/concurrency/read-ahead.js';
import type { Semaphore } from '#src/concurrency/semaphore.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { PUSH_MAX_AGE_MS } from '#src/domain/messages/push-marks.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import type { TraceSpan, Tracing } from '#src/observability/tracing/tracing.js';
import { memberId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { Candidates } from './candidates.js';
import { type Chosen, choosePush, type Standing } from './choose-push.js';
import { type Deliveries, DeliveryLane } from './delivery-lane.js';
import { ATTEMPTS_MAX, pushRetryDelayMs } from './push-retry-delay.js';
import { devicesOf, type Reachable, targetOf } from './reachable-devices.js';

export interface PushLog {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface PushClock {
  now(): number;
  random(): number;
  after(ms: number, run: () => void): () => void;
}

export interface PassDeps {
  rooms: Rooms;
  users: Users;
  reader: Reader;
  sender: PushSender;
  clock: PushClock;
  candidates: Candidates;
  /** The bounds on deliveries of all rooms. */
  deliveries: Deliveries;
  /** The bound on reads of all passes: passes that wait for a push service read nothing. */
  reads: Semaphore;
  log: PushLog;
  /** Reports the outcome of a push to the metrics. */
  pushed(result: PushResult['kind'] | 'given_up'): void;
  isStopping(): boolean;
  /** Null where nothing is recorded. */
  tracing?: Pick<Tracing, 'push'> | null;
}

/** A push that the push service could not accept yet. Each attempt checks again whether it is still due. */
export interface DelayedPush {
  account: AccountId;
  after: number;
  attempts: number;
  dueAt: number;
}

/** The push progress of a room. It is only in memory; after a crash, pushes are sent again. */
export interface Progress {
  /** The room has reported new rows and expects a request. False for a room that was only found in the store. */
  isNotified: boolean;
  passed: number;
  /** By device id. */
  late: Map<string, DelayedPush>;
  /** The place, in a trace that is recorded, of the message that began it. */
  trace?: string | undefined;
}

/** The room did not answer the request; the pass is retried later. */
export class RoomUnavailable extends Error {
  override name = 'RoomUnavailable';
}

/** One page is read while the last is delivered: on a busy store four reads take as long as a hundred deliveries. */
const PAGE = 256;
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Advances `progress`. Returns whether there are new rows meanwhile; if not, the room reports the next one. */
export async function passRoom(
  deps: PassDeps,
  room: RoomId,
  progress: Progress,
  lateMax: number,
): Promise<{ more: boolean }> {
  const { candidates, reads } = deps;
  const from = Math.min(progress.passed, ...[...progress.late.values()].map(({ after }) => after));
  const view = await reads.run(async () =>
    (await candidates.of(room)).length === 0 ? null : deps.rooms.tryAsk(room, { type: 'view_pushes', after: from }),
  );
  if (!view) return passNobody(deps, room, progress);
  if (!view.ok) throw new RoomUnavailable(view.code);
  const { slug, rows, upTo } = view.value;
  const oldest = deps.clock.now() - PUSH_MAX_AGE_MS;
  const young = rows.filter(({ at }) => at > oldest);
  const pass: Pass = { ...progress, room, slug, from, rows: young, next: new Map(), lateMax, spans: 0 };
  // A second lookup, because it includes the members who joined before the newest of these rows.
  const accounts = young.length > 0 ? await reads.run(() => candidates.of(room)) : [];
  await deliverTo(deps, pass, accounts);
  Object.assign(progress, { passed: upTo, late: pass.next } satisfies Partial<Progress>);
  const settled = Math.min(upTo, ...[...pass.next.values()].map(({ after }) => after));
  return settle(deps, room, upTo, settled);
}

/** No member has a device: the push mark stays in place, nothing is written, and no room is activated for it. */
async function passNobody(deps: PassDeps, room: RoomId, progress: Progress): Promise<{ more: boolean }> {
  Object.assign(progress, { passed: 0, late: new Map() } satisfies Partial<Progress>);
  if (progress.isNotified) await settle(deps, room, EVERYTHING, 0);
  return { more: !deps.candidates.isKnownEmpty(room) };
}

interface Pass extends Progress {
  room: RoomId;
  slug: string;
  /** The rows up to here were pushed to all members. */
  from: number;
  rows: readonly PushRow[];
  /** The delayed pushes after this pass. */
  next: Map<string, DelayedPush>;
  lateMax: number;
  /** Deliveries that were recorded. */
  spans: number;
}

async function settle({ rooms }: PassDeps, room: RoomId, seen: number, settled: number): Promise<{ more: boolean }> {
  const answer = await rooms.tryAsk(room, { type: 'push_passed', seen, settled });
  if (!answer.ok) throw new RoomUnavailable(answer.code);
  return answer.value;
}

/** The next accounts are looked up while deliveries to the former ones begin, so that the lane never waits for a read. */
async function deliverTo(deps: PassDeps, pass: Pass, accounts: readonly AccountId[]): Promise<void> {
  const lane = new DeliveryLane(deps.deliveries);
  const pages = Array.from({ length: Math.ceil(accounts.length / PAGE) }, (_, nth) => nth * PAGE);
  const read = (at: number) => deps.reads.run(() => deliveriesOf(deps, pass, accounts.slice(at, at + PAGE)));
  try {
    for await (const pushes of readAhead(pages, read)) {
      await lane.beginAll(
        pushes.map((each) => ({ service: circuitOf(each.target), run: () => deliver(deps, pass, each) })),
      );
    }
  } finally {
    await lane.ended();
  }
}

async function deliveriesOf(deps: PassDeps, pass: Pass, accounts: readonly AccountId[]): Promise<DuePush[]> {
  const waiting = await standingsOf(deps, pass, accounts);
  const standings = new Map(waiting.map((standing) => [standing.member.account, standing]));
  const devices = await devicesOf(deps.reader, [...standings.keys()], deps.clock.now());
  return devices.flatMap((device): DuePush[] => {
    const late = pass.late.get(device._id);
    const standing = standings.get(device.account) as Standing;
    const chosen = choosePush(pass.rows, standing, late?.after ?? pass.passed, device.since, deps.clock.now());
    return chosen ? [{ device, target: targetOf(device), chosen, late }] : [];
  });
}

/** The members for whom at least one row has to be pushed. */
async function standingsOf(
  { reader, clock }: PassDeps,
  pass: Pass,
  accounts: readonly AccountId[],
): Promise<Standing[]> {
  const ids = accounts.map((account) => memberId(pass.room, account));
  const [members, readers] = await Promise.all([
    reader.getMany<Member>('members', ids),
    reader.getMany<ReadState>('readers', ids),
  ]);
  return members.flatMap((member, at) => {
    const own = readers[at];
    if (!member?.present || !own) return [];
    const standing = { member, readState: own };
    return choosePush(pass.rows, standing, pass.from, 0, clock.now()) ? [standing] : [];
  });
}

interface DuePush {
  device: Reachable;
  target: PushTarget;
  chosen: Chosen;
  late: DelayedPush | undefined;
}

async function deliver(deps: PassDeps, pass: Pass, { device, target, chosen, late }: DuePush): Promise<void> {
  const { sender, clock } = deps;
  const waiting = late ?? { account: device.account, after: pass.passed, attempts: 0, dueAt: 0 };
  if (waiting.dueAt > clock.now() || deps.isStopping()) return void pass.next.set(device._id, waiting);
  const push = { type: chosen.type, roomSlug: pass.slug, messageId: chosen.row.id };
  const span = spanOf(deps, pass, serviceOf(target), waiting.attempts);
  const result = await sender.send(target, push);
  span?.end(result.kind === 'sent' ? null : result.kind);
  await ended(deps, pass, device, waiting, result);
}

/** A room of many phones would fill the queue of spans: the first deliveries of a pass stand for all. */
const SPANS_MAX = 20;

function spanOf({ tracing }: PassDeps, pass: Pass, service: string, attempts: number): TraceSpan | undefined {
  if (!tracing || pass.trace === undefined || pass.spans >= SPANS_MAX) return undefined;
  pass.spans += 1;
  const span = tracing.push(pass.trace);
  span.set('meydan.push.service', service);
  span.set('meydan.push.attempt', attempts + 1);
  return span;
}

async function ended(deps: PassDeps, pass: Pass, device: Device, late: DelayedPush, result: PushResult): Promise<void> {
  const { users, clock, log, pushed } = deps;
  const attempts = late.attempts + 1;
  const isOver = result.kind === 'retry' && (attempts >= ATTEMPTS_MAX || pass.next.size >= pass.lateMax);
  pushed(isOver ? 'given_up' : result.kind);
  if (result.kind === 'sent') return;
  if (result.kind === 'gone') {
    await users.tryAsk(device.account, { type: 'drop_token', device: device._id, since: device.since });
  } else if (result.kind === 'refused') {
    log.warn({ room: pass.room, why: result.why }, 'push rejected');
  } else if (isOver) {
    log.warn({ room: pass.room, why: result.why, attempts }, 'push expired undelivered');
  } else {
    const dueAt = clock.now() + pushRetryDelayMs(attempts, clock.random(), result.afterMs);
    pass.next.set(device._id, { ...late, attempts, dueAt });
  }
}
