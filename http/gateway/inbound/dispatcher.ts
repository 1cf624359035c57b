import type { AdmissionQueue } from '#http/admission/admission-queue.js';
import { orderedError } from '#http/rooms/room-error-order.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { type Refusal, RefusalError } from '#src/errors.js';
import type { Logger } from '#src/observability/logger.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { TraceSpan, Tracing } from '#src/observability/tracing/tracing.js';
import { mayBotsPerform } from '#src/protocol/bots/bot-scope.js';
import { presentRefusal } from '#src/protocol/socket/events.js';
import { StoreUnavailable } from '#src/store/store.js';
import type { Connection } from '../connection/connection.js';
import { ackFrame, type Json } from '../transport/frames.js';
import type { Done, Operation, Operations } from './operation.js';

/** Operations of one socket that wait for their answers at most. */
export const PENDING_MAX = 256;
/** Refusals that are kept. */
const OVERLOADED_MAX = 32;
/** Characters of an unknown operation name that the error quotes. */
const NAME_CHARS_MAX = 64;
/** As REST answers: a store that does not answer may do so in a moment. */
const STORE_RETRY_DELAY_MS = 1_000;

export interface DispatcherDeps {
  operations: Operations;
  finder: RoomFinder;
  logger: Logger;
  metrics: Pick<Metrics, 'gateway' | 'refused'>;
  env: { monotonic(): number };
  /** Null or absent where nothing is recorded. */
  tracing?: Pick<Tracing, 'root'> | null;
  localLimits: LocalLimits;
  /** Null where nothing has to wait. */
  admissionQueue: Pick<AdmissionQueue, 'hasTime' | 'wait' | 'shedUnread' | 'messageBegan' | 'messageEnded'> | null;
  feeds: { idOf(slug: string): RoomId | undefined };
}

const MESSAGE = 'message:new';
/** The rest writes; `message:new` has the specified window. */
const reading = new Set(['room:open', 'room:close', 'message:list', 'typing', 'session:renew']);

/** Carries out the operations of a socket, and answers in the ack; without one, errors go as `operation:error`. */
export class Dispatcher {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #deps: DispatcherDeps;

  constructor(deps: DispatcherDeps) {
    this.#operations = new Map(Object.entries(deps.operations));
    this.#deps = deps;
  }

  /** Begins an operation now, later or never, as the node has time for it. The order of a connection is kept. */
  accept(connection: Connection, name: unknown, payload: unknown, ackId: number | null): void {
    const { admissionQueue } = this.#deps;
    if (admissionQueue === null || (connection.waiting === 0 && admissionQueue.hasTime('operation'))) {
      void this.perform(connection, name, payload, ackId);
      return;
    }
    if (connection.waiting + connection.pending >= PENDING_MAX) {
      return this.refuse(connection, name, { code: 'overloaded' }, ackId);
    }
    if (connection.waiting === 0) connection.waitingKey = this.#keyOf(connection, payload);
    connection.waiting += 1;
    const { waitingKey } = connection;
    admissionQueue.wait('operation', waitingKey, {
      run: () => {
        connection.waiting -= 1;
        if (!connection.isClosed && !connection.isShut) void this.perform(connection, name, payload, ackId, waitingKey);
      },
      refuse: (retryAfterMs) => {
        connection.waiting -= 1;
        this.refuse(connection, name, { code: 'overloaded', retryAfterMs }, ackId);
      },
    });
  }

  /** Refuses an operation by its ack id alone where no more of its connection may wait. False: it has to be read. */
  refuseUnread(connection: Connection, ackId: number): boolean {
    if (connection.waiting === 0) return false;
    const retryAfterMs = this.#deps.admissionQueue?.shedUnread(connection.waitingKey) ?? null;
    if (retryAfterMs === null) return false;
    this.refuse(connection, null, { code: 'overloaded', retryAfterMs }, ackId);
    return true;
  }

  /** Rooms share the node evenly. Operations without a known room count for the account. */
  #keyOf({ accountId }: Connection, payload: unknown): string {
    const { room } = Object(payload) as { room?: unknown };
    return (typeof room === 'string' ? this.#deps.feeds.idOf(room.toLowerCase()) : undefined) ?? accountId;
  }

  /**
   * `ackId` is null when the client does not listen for an answer. A message counts in the line in which it waited, so that
   * nobody floods one room through the line of another. Never throws.
   */
  async perform(
    connection: Connection,
    name: unknown,
    payload: unknown,
    ackId: number | null,
    waitedIn?: string,
  ): Promise<void> {
    const operation = typeof name === 'string' ? this.#operations.get(name) : undefined;
    if (!operation) return this.refuse(connection, name, { code: 'unknown_operation' }, ackId);
    if (connection.caller.isBot && !mayBotsPerform(name as string)) {
      return this.refuse(connection, name, { code: 'not_allowed', message: 'A bot may not do this.' }, ackId);
    }
    const retryAfterMs = this.#waitOf(connection, name as string);
    if (retryAfterMs > 0) return this.refuse(connection, name, { code: 'rate_limited', retryAfterMs }, ackId);
    if (connection.pending >= PENDING_MAX) return this.refuse(connection, name, { code: 'overloaded' }, ackId);
    const startedAt = this.#deps.env.monotonic();
    connection.pending += 1;
    const messages = name === MESSAGE ? this.#deps.admissionQueue : null;
    const key = messages === null ? '' : (waitedIn ?? this.#keyOf(connection, payload));
    messages?.messageBegan(key, startedAt);
    this.#deps.metrics.gateway.began(name as string);
    const requestId = connection.nextRequestId();
    const span = this.#deps.tracing?.root(`socket ${name as string}`, undefined, connection.trace) ?? null;
    const cause = span === null ? { requestId } : { requestId, trace: span.place };
    let code: string | null = null;
    try {
      answer(connection, await operation(connection, payload, { cause }), ackId);
    } catch (error) {
      const refusal = this.#refusalOf(await this.#ordered(connection, payload, error), { op: name, requestId });
      code = refusal.code;
      if (!connection.isClosed) this.refuse(connection, name, refusal, ackId);
    }
    if (span !== null) endSpan(span, requestId, code);
    connection.pending -= 1;
    const endedAt = this.#deps.env.monotonic();
    messages?.messageEnded(key, endedAt);
    this.#deps.metrics.gateway.operated(name as string, endedAt - startedAt);
  }

  /** The time until the account may do this again; 0: now. REST calls of the account count in the same windows. */
  #waitOf({ accountId }: Connection, name: string): number {
    if (name === MESSAGE) return 0;
    const scope = reading.has(name) ? 'read' : 'write';
    const taken = this.#deps.localLimits.takeNow(scope, accountId);
    return taken.ok ? 0 : taken.retryAfterMs;
  }

  /** As over REST, the room and the caller's place in it come before the fields. */
  #ordered({ caller }: Connection, payload: unknown, error: unknown): unknown {
    const { room } = Object(payload) as { room?: unknown };
    if (typeof room !== 'string') return error;
    return orderedError(this.#deps.finder, error, { slug: room, by: caller, place: 'member' });
  }

  #refusalOf(error: unknown, where: { op: unknown; requestId: string }): Refusal {
    if (error instanceof RefusalError) return error.refusal;
    if (error instanceof StoreUnavailable) return { code: 'unavailable', retryAfterMs: STORE_RETRY_DELAY_MS };
    this.#deps.logger.error({ err: error, ...where }, 'operation failed');
    return { code: 'internal_error' };
  }

  refuse(connection: Connection, name: unknown, refusal: Refusal, ackId: number | null): void {
    this.#deps.metrics.refused('socket', refusal.code);
    if (ackId !== null) return connection.push(ackFrame(ackId, refusalJson(refusal)));
    const error = presentRefusal(refusal);
    connection.send('operation:error', { op: nameOf(name), error });
  }
}

function endSpan(span: TraceSpan, requestId: string, code: string | null): void {
  span.set('meydan.request_id', requestId);
  span.end(code);
}

const overloaded = new Map<number, string>();

/** Refusals of an overloaded node are made once for each delay. */
function refusalJson(refusal: Refusal): string {
  const { code, retryAfterMs = 0 } = refusal;
  const isShort = code === 'overloaded' && refusal.message === undefined;
  const known = isShort ? overloaded.get(retryAfterMs) : undefined;
  if (known !== undefined) return known;
  const json = JSON.stringify({ ok: false, error: presentRefusal(refusal) });
  if (isShort && overloaded.size < OVERLOADED_MAX) overloaded.set(retryAfterMs, json);
  return json;
}

/** A value that is not a text is not converted: the conversion of nested lists would exhaust the stack. */
const nameOf = (name: unknown): string => (typeof name === 'string' ? name.slice(0, NAME_CHARS_MAX) : '');

function withOk(fields: Json): Json {
  if (typeof fields === 'string') return fields === '' ? '{"ok":true}' : `{"ok":true,${fields}}`;
  const { before, encoded, after } = fields;
  return { before: `{"ok":true,${before}`, encoded, after: `${after}}` };
}

function answer(connection: Connection, { fields, isLong, afterwards }: Done, ackId: number | null): void {
  if (ackId !== null && !connection.isClosed) {
    const frame = ackFrame(ackId, withOk(fields));
    if (isLong) connection.pushLong(frame);
    else connection.push(frame);
  }
  afterwards?.();
}
