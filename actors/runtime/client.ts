/**
 * The interface of actors for the outside: the edge, the jobs, and load tests that drive actors directly.
 * This file does not depend on any kind of actor.
 */
import { type ErrorCode, type RefusalDetails, RefusalError } from '#src/errors.js';

/**
 * The work that a command is a part of. It goes along with the commands that follow from it, to other actors and other
 * nodes. Plain JSON.
 */
export interface Cause {
  /** Of the request, or of the operation of a socket: log lines name it. */
  requestId: string;
  /** Its place in a trace that is recorded, as W3C `traceparent`. */
  trace?: string;
}

export interface AskOptions {
  /** Give up after this many ms; the answer is then `unavailable` and the outcome unknown. Default 10 000. */
  deadlineMs?: number;
  /** If the command changes something, its answer is kept under this id, in the commit of the change. */
  recording?: IdempotencyKey;
  cause?: Cause;
}

/** For so long a second try is not a new request. */
export const IDEMPOTENCY_RECORD_TTL_MS = 86_400_000;

/** Where an answer is kept, and a hash of the request it belongs to. */
export interface IdempotencyKey {
  id: string;
  hash: string;
}

/** An answer as it lies in `answers`. `rev` is the moment, so that one that is too old gives way to a new one. */
export interface IdempotencyRecord {
  _id: string;
  /** Of the whole request. */
  hash: string;
  /** The command and the actor that this answered. */
  command: string;
  kind: string;
  to: string;
  /** As JSON: names of its fields are of no concern to the store. */
  reply: string;
  at: number;
  rev: number;
  /** Same in every attempt of one decision: tells our own record from another's. */
  commit: string;
}

/** An answer as data: it may come from another node. */
export type Answer<T> = { ok: true; value: T; recorded?: true } | ({ ok: false; code: ErrorCode } & RefusalDetails);

/** One kind of actor as seen from outside: `C` its commands, `R` the reply of each, by the command's `type`. */
export interface ActorClient<C extends { type: string }, R extends Record<C['type'], unknown>> {
  /** Send and await the reply; a refusal is thrown as RefusalError. */
  ask<K extends C>(id: string, command: K, options?: AskOptions): Promise<R[K['type']]>;
  /** The same with the refusal as data. */
  tryAsk<K extends C>(id: string, command: K, options?: AskOptions): Promise<Answer<R[K['type']]>>;
}

/** A client of actors that answer with data. */
export function clientOf<C extends { type: string }, R extends Record<C['type'], unknown>>(
  tryAsk: (id: string, command: C, options?: AskOptions) => Promise<Answer<unknown>>,
): ActorClient<C, R> {
  return {
    tryAsk: tryAsk as ActorClient<C, R>['tryAsk'],
    async ask<K extends C>(id: string, command: K, options?: AskOptions) {
      const answer = await tryAsk(id, command, options);
      if (answer.ok) return answer.value as R[K['type']];
      const { ok: _, code, ...details } = answer;
      throw new RefusalError(code, details);
    },
  };
}

/** The same client: a command without a cause has that of the work in which it is asked. */
export function withCause<C extends { type: string }, R extends Record<C['type'], unknown>>(
  client: ActorClient<C, R>,
  current: () => Cause | undefined,
): ActorClient<C, R> {
  return clientOf((id, command, options) => {
    const cause = options?.cause ? undefined : current();
    return client.tryAsk(id, command, cause ? { ...options, cause } : options);
  });
}

/** Receives the items of streams. */
export interface StreamListener<Item> {
  (item: Item): void;
  /**
   * The newest item that the listener has, from wherever; null if it has none. A subscription that does not know yet
   * where the stream is begins there.
   */
  positionIn?: (id: string) => number | null;
}

/** A place from which an ordered stream of an actor's items can be watched. */
export interface Streams<Item> {
  /**
   * Every item published after this call, in order, synchronously with its release. Returns the way to stop.
   * Earlier items are not replayed: ask the actor for its state after watching, and drop items that are not newer.
   * It does not load the actor.
   */
  watch(id: string, listener: StreamListener<Item>): () => void;
  /** Ends what `watch` has begun. */
  unwatch(id: string, listener: StreamListener<Item>): void;
  /** Resolves once every item published from then on will be heard; at once where the actor is on this node. */
  ready(id: string): Promise<void>;
}

/** The streams of the actors on this node. */
export interface LocalStreams<Item> extends Streams<Item> {
  /** The items of all streams. Returns the way to stop. */
  watchAll(listener: (id: string, item: Item) => void): () => void;
}
