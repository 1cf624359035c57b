/**
 * Follows the rooms and sends their push notifications. The rooms' logs are the outbox: the follower keeps in memory
 * only which rooms are due. After a crash a push may be sent twice, but never lost. The follower delays each pass, so
 * that members who are reading get no push, and several messages at once make one push.
 */
import type { UserEvent, UserEvents } from '#actors/room/commands.js';
import { Semaphore } from '#src/concurrency/semaphore.js';
import { everySlot, type MarkSpan, marksOf, PUSH_MARK_KEPT_MS, withoutSlot } from '#src/domain/messages/push-marks.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import { duePages } from '../sweep-each.js';
import { Candidates } from './candidates.js';
import { Deliveries } from './delivery-lane.js';
import { pushRetryDelayMs } from './push-retry-delay.js';
import { type PassDeps, type Progress, passRoom } from './room-pass.js';

export interface PushFollowerDeps extends Omit<PassDeps, 'candidates' | 'deliveries' | 'reads' | 'isStopping'> {
  userEvents: UserEvents;
  isMine(room: RoomId): boolean;
  /** The delay between the first message and the check which members have not read it. */
  delayMs?: number;
}

export interface PushFollower {
  /** Subscribes, and resumes the pushes that an earlier process left pending in these slots; default: in all. */
  start(slots?: readonly number[]): void;
  /** Resumes the pending pushes of slots that have come to this node. */
  resume(slots: readonly number[]): void;
  /** Resolves when the running passes have ended, or after a timeout. The next process sends the delayed pushes. */
  stop(): Promise<void>;
}

const PUSH_DELAY_MS = 1_500;
/** The delay of a pass while no member of the room has a device: enough to notice a new device. */
const IDLE_DELAY_MS = 10_000;
/** Most of the time of a pass is the wait for a push service, so that many are in progress and few of them read. */
const PASSES_MAX = 64;
const READS_MAX = 8;
/** Bound on the delayed pushes of all rooms; further ones are given up. */
const LATE_MAX = 50_000;
const PAGE = 500;
const RESUME_POLL_INTERVAL_MS = 200;
const STOP_TIMEOUT_MS = 3_000;
const MEMBERSHIPS_MAX = 10_000;

interface Work extends Progress {
  failures: number;
  /** The room has reported new rows since its pass began. */
  isCalled: boolean;
  /** Null while the pass is queued or running. */
  cancel: (() => void) | null;
}

export const createPushFollower = (deps: PushFollowerDeps): PushFollower => new Follower(deps);

class Follower implements PushFollower {
  readonly #deps: PassDeps;
  readonly #userEvents: UserEvents;
  readonly #isMine: (room: RoomId) => boolean;
  readonly #delayMs: number;
  readonly #candidates: Candidates;
  readonly #works = new Map<RoomId, Work>();
  readonly #ready: RoomId[] = [];
  readonly #running = new Set<Promise<void>>();
  #lateCount = 0;
  /** Slots whose marks are to be read. */
  readonly #resumeDue = new Set<number>();
  #isResuming = false;
  #resumeFailures = 0;
  #isStopping = false;
  #unlisten: () => void = () => undefined;

  constructor({ userEvents, isMine, delayMs = PUSH_DELAY_MS, ...rest }: PushFollowerDeps) {
    this.#candidates = new Candidates(rest.reader, rest.clock.now);
    this.#deps = {
      ...rest,
      candidates: this.#candidates,
      deliveries: new Deliveries(),
      reads: new Semaphore(READS_MAX),
      isStopping: () => this.#isStopping,
    };
    this.#userEvents = userEvents;
    this.#isMine = isMine;
    this.#delayMs = delayMs;
  }

  start(slots: readonly number[] = everySlot): void {
    this.#unlisten = this.#userEvents.listen((event) => this.#onUserEvent(event));
    this.resume(slots);
  }

  /** A rebalance moves slots in many steps. Those that come during a scan share one further scan. */
  resume(slots: readonly number[]): void {
    for (const slot of slots) this.#resumeDue.add(slot);
    if (!this.#isResuming) this.#track(this.#resumeAll(), 'resuming pending pushes');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unlisten();
    for (const { cancel } of this.#works.values()) cancel?.();
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(STOP_TIMEOUT_MS, resolve);
      void this.#idle().then(() => {
        cancel();
        resolve();
      });
    });
  }

  async #idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #onUserEvent(event: UserEvent): void {
    if (event.type === 'push:due') this.#wake(event.to, true, event.trace);
    else if (event.type === 'membership' && event.member) this.#changed(event.roomId);
    else if (event.type === 'device:registered') {
      this.#candidates.deviceAdded();
      const placed = this.#changedFor(event.to).finally(() => this.#candidates.devicePlaced());
      this.#track(placed, 'device rooms lookup');
    }
  }

  async #resumeAll(): Promise<void> {
    this.#isResuming = true;
    let slots: number[] = [];
    try {
      while (this.#resumeDue.size > 0 && !this.#isStopping) {
        slots = [...this.#resumeDue];
        this.#resumeDue.clear();
        await this.#resumeMarked(slots);
        this.#resumeFailures = 0;
      }
    } catch (err) {
      this.#resumeFailures += 1;
      this.#deps.log.warn({ err }, 'pending pushes could not be resumed, will be retried');
      const waitMs = pushRetryDelayMs(this.#resumeFailures, this.#deps.clock.random());
      this.#deps.clock.after(waitMs, () => this.resume(slots));
    } finally {
      this.#isResuming = false;
    }
  }

  /** Queues the rooms with a push mark that may lead to something young enough. */
  async #resumeMarked(slots: readonly number[]): Promise<void> {
    const since = this.#deps.clock.now() - PUSH_MARK_KEPT_MS;
    for (const span of [withoutSlot(since), ...marksOf(slots, since)]) await this.#resumeSpan(span);
  }

  async #resumeSpan({ gte, lt }: MarkSpan): Promise<void> {
    const marked = { index: 'pushSince', time: 'toPush', gte, lt, limit: PAGE };
    for await (const marks of duePages<Doc & { room: RoomId }>(this.#deps.reader, 'log', marked)) {
      for (const { room } of marks) if (this.#isMine(room)) this.#wake(room, false);
      while (this.#works.size > PAGE && !this.#isStopping) await this.#pause(RESUME_POLL_INTERVAL_MS);
      if (this.#isStopping) return;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(ms, resolve));
  }

  async #changedFor(account: string): Promise<void> {
    const range = { index: 'byAccount', prefix: [account], limit: MEMBERSHIPS_MAX };
    for (const { room } of await this.#deps.reader.range<Member>('members', range)) this.#changed(room);
  }

  /** A member of the room may have a device now, so its pass no longer waits for the idle delay. */
  #changed(room: RoomId): void {
    this.#candidates.forget(room);
    const work = this.#works.get(room);
    if (!work?.cancel || work.failures > 0 || work.late.size > 0) return;
    work.cancel();
    this.#schedule(room, work, this.#delayMs);
  }

  #wake(room: RoomId, isNotified: boolean, trace?: string): void {
    if (this.#isStopping) return;
    const known = this.#works.get(room);
    if (known) return this.#wakeAgain(room, known, isNotified, trace);
    const work: Work = { isNotified, passed: 0, late: new Map(), failures: 0, isCalled: false, cancel: null, trace };
    this.#works.set(room, work);
    this.#schedule(room, work, this.#candidates.isKnownEmpty(room) ? IDLE_DELAY_MS : this.#delayMs);
  }

  /** New messages have priority over delayed pushes. */
  #wakeAgain(room: RoomId, work: Work, isNotified: boolean, trace: string | undefined): void {
    work.isNotified ||= isNotified;
    work.trace ??= trace;
    if (!work.cancel) work.isCalled = true;
    else if (work.late.size > 0 && work.failures === 0) {
      work.cancel();
      this.#schedule(room, work, this.#delayMs);
    }
  }

  #schedule(room: RoomId, work: Work, ms: number): void {
    if (this.#isStopping) return;
    work.cancel = this.#deps.clock.after(ms, () => {
      work.cancel = null;
      this.#ready.push(room);
      this.#next();
    });
  }

  #next(): void {
    while (!this.#isStopping && this.#running.size < PASSES_MAX) {
      const room = this.#ready.shift();
      const work = room === undefined ? undefined : this.#works.get(room);
      if (room === undefined || !work) return;
      this.#track(this.#pass(room, work), 'a room');
    }
  }

  async #pass(room: RoomId, work: Work): Promise<void> {
    const late = work.late.size;
    work.isCalled = false;
    try {
      const { more } = await passRoom(this.#deps, room, work, LATE_MAX - this.#lateCount + late);
      work.failures = 0;
      this.#reschedule(room, work, more);
    } catch (err) {
      work.failures += 1;
      this.#deps.log.warn({ err, room }, 'push pass failed, will be retried');
      this.#schedule(room, work, pushRetryDelayMs(work.failures, this.#deps.clock.random()));
    } finally {
      this.#lateCount += work.late.size - late;
    }
  }

  #reschedule(room: RoomId, work: Work, more: boolean): void {
    // The next pass belongs to a later message, except for pushes that are delayed.
    if (work.late.size === 0) work.trace = undefined;
    if (more || work.isCalled) return this.#schedule(room, work, this.#delayMs);
    if (work.late.size === 0) return void this.#works.delete(room);
    const dueAt = Math.min(...[...work.late.values()].map((late) => late.dueAt));
    this.#schedule(room, work, Math.max(dueAt - this.#deps.clock.now(), 0));
  }

  #track(work: Promise<void>, what: string): void {
    const running = work
      .catch((err: unknown) => this.#deps.log.error({ err, what }, 'pushes'))
      .finally(() => {
        this.#running.delete(running);
        this.#next();
      });
    this.#running.add(running);
  }
}
