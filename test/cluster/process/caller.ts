/** REST through the balancer: asked again, elsewhere, until there is an answer that stands. */
import { type Balancer, pause } from './balancer.js';
import type { Recorder } from './recorder.js';

export interface Asked {
  what: string;
  method?: string;
  path: string;
  token: string;
  body?: object;
  /** Makes a POST without a `client_id` safe to repeat. */
  key?: string;
}

export interface Answered {
  status: number;
  /** Null for success. */
  code: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the answer's shape.
  body: any;
  /** When the attempt that was answered was sent. */
  askedAt: number;
  wasUnanswered: boolean;
}

const ANSWERS_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 100;
const GIVE_UP_AFTER_MS = 90_000;

type Attempt =
  | { is: 'answer'; status: number; body: Answered['body'] }
  | { is: 'unconnected' }
  | { is: 'unanswered'; why: string };

export class Caller {
  readonly #balancer: Balancer;
  readonly #recorder: Recorder;

  constructor(balancer: Balancer, recorder: Recorder) {
    this.#balancer = balancer;
    this.#recorder = recorder;
  }

  /** Throws only when nothing answers for very long. */
  async ask(asked: Asked): Promise<Answered> {
    const giveUpAt = this.#recorder.now() + GIVE_UP_AFTER_MS;
    let url: string | undefined;
    for (let wasUnanswered = false; this.#recorder.now() < giveUpAt; ) {
      url = await this.#balancer.pick(url);
      const askedAt = this.#recorder.now();
      const attempt = await attemptAt(url, asked);
      if (attempt.is === 'unconnected') {
        // A balancer sends the same request elsewhere: nothing was begun.
        this.#balancer.refused(url);
        continue;
      }
      const code = attempt.is === 'answer' ? (attempt.body?.error?.code ?? null) : attempt.why;
      // 408: the process stood still before it had read the request.
      const isFailure = attempt.is !== 'answer' || attempt.status >= 500 || attempt.status === 408;
      this.#recorder.called(asked.what, askedAt, isFailure ? code : null);
      if (attempt.is === 'answer' && !isFailure) {
        return { status: attempt.status, code, body: attempt.body, askedAt, wasUnanswered };
      }
      // A refusal for the moment also leaves open whether it was done.
      wasUnanswered = true;
      await pause(AGAIN_AFTER_MS);
    }
    throw new Error(`${asked.what}: nobody answered ${asked.method ?? 'GET'} ${asked.path}`);
  }
}

async function attemptAt(url: string, { method = 'GET', path, token, body, key }: Asked): Promise<Attempt> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
  };
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  try {
    const options = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/api${path}`, options);
    const text = await response.text();
    return { is: 'answer', status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    if (wasRefused(error)) return { is: 'unconnected' };
    return { is: 'unanswered', why: signal.aborted ? 'no answer in time' : 'connection broke' };
  }
}

/** A name with several addresses fails with one error for each. */
function wasRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  return cause?.code === 'ECONNREFUSED' || (cause?.errors ?? []).some(({ code }) => code === 'ECONNREFUSED');
}
