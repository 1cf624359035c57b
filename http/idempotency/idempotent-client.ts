/**
 * The actor client of a request with an Idempotency-Key. Effects are recorded with their commits; when the request is
 * repeated after its answer was lost, recorded effects give their recorded answers, and only missing ones are carried
 * out.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorClient, Answer, AskOptions, IdempotencyRecord } from '#actors/runtime/client.js';
import { RefusalError } from '#src/errors.js';

export interface KeyedRequest {
  /** `<account>:<key>`. */
  id: string;
  /** Of everything the request says. */
  hash: string;
  /** The recorded effects of an earlier attempt, in order. */
  done: IdempotencyRecord[];
}

type Asking = (options: AskOptions) => Promise<Answer<unknown>>;

class IdempotentRequest {
  readonly #request: KeyedRequest;
  readonly #done: IdempotencyRecord[];
  readonly recorded: string[] = [];
  /** Whether every reply was recorded. One that was not may be the trace of the same request on another node. */
  isRecorded = true;
  #effects = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(request: KeyedRequest) {
    this.#request = request;
    this.#done = [...request.done];
  }

  /** The next thing that was done before, if there is one. */
  get next(): IdempotencyRecord | undefined {
    return this.#done[0];
  }

  /** One after the other, so that the second try counts its effects as the first one did. */
  ask(command: string, asking: Asking, options: AskOptions): Promise<Answer<unknown>> {
    const answer = this.#last.then(() => this.#askNow(command, asking, options));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Refusals and reads leave no record, so a repeated request sends them again. */
  async #askNow(command: string, asking: Asking, options: AskOptions): Promise<Answer<unknown>> {
    if (this.next?.command === command) {
      this.#effects += 1;
      return { ok: true, value: JSON.parse((this.#done.shift() as IdempotencyRecord).reply) };
    }
    const { id, hash } = this.#request;
    const recording = { id: `${id}:${this.#effects + 1}`, hash };
    const answer = await asking({ ...options, recording });
    if (answer.ok && answer.recorded) {
      this.#effects += 1;
      this.recorded.push(recording.id);
    } else this.isRecorded = false;
    return answer;
  }
}

const current = new AsyncLocalStorage<IdempotentRequest>();
let underWay = 0;

export interface Attempt {
  /** Why it was refused; other errors are thrown. */
  error: RefusalError | null;
  /** The ids of the effects that it has recorded itself. */
  recorded: string[];
  /** Nothing that another node does under the same key can have changed its answer. */
  isDecided: boolean;
}

/** While no such request is under way, nothing is tracked: tracking triples the cost of each `await`. */
export async function attemptOf(request: KeyedRequest, work: () => Promise<void>): Promise<Attempt> {
  underWay += 1;
  const attempt = new IdempotentRequest(request);
  let error: RefusalError | null = null;
  try {
    await current.run(attempt, work);
  } catch (cause) {
    if (!(cause instanceof RefusalError)) throw cause;
    error = cause;
  } finally {
    underWay -= 1;
    if (underWay === 0) current.disable();
  }
  return { error, recorded: attempt.recorded, isDecided: error === null && attempt.isRecorded };
}

/** The room that the request before this one has spoken to: its address may lead nowhere by now. */
export function recordedRoom(): string | null {
  const next = current.getStore()?.next;
  return next?.kind === 'room' ? next.to : null;
}

/** The same client, which heeds the request that it is used in. */
export function idempotentClient<C extends { type: string }, R extends Record<C['type'], unknown>>(
  client: ActorClient<C, R>,
): ActorClient<C, R> {
  async function tryAsk<K extends C>(id: string, command: K, options: AskOptions = {}) {
    const request = current.getStore();
    if (!request) return client.tryAsk(id, command, options);
    const asking = (recording: AskOptions) => client.tryAsk(id, command, recording);
    return request.ask(command.type, asking, options) as Promise<Answer<R[K['type']]>>;
  }
  return {
    tryAsk,
    async ask(id, command, options) {
      if (!current.getStore()) return client.ask(id, command, options);
      const answer = await tryAsk(id, command, options);
      if (answer.ok) return answer.value;
      const { ok: _, code, ...details } = answer;
      throw new RefusalError(code, details);
    },
  };
}
