/** Requests to push services over connections that are kept. `fetch` takes four times the processor time for each. */
import { Agent } from 'undici';
import { PUSH_TIMEOUT_MS } from './push-sender.js';

export interface PushLetter {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export interface PushAnswer {
  status: number;
  retryAfter: string | null;
  /** The beginning of the answer. */
  text: string;
}

/** To one service: more than a node has deliveries in progress. */
const CONNECTIONS_MAX = 256;
const IDLE_MS = 60_000;
const ANSWER_TEXT_MAX = 65_536;

export class PushHttp {
  readonly #agent: Agent;

  constructor(timeoutMs = PUSH_TIMEOUT_MS) {
    this.#agent = new Agent({
      connections: CONNECTIONS_MAX,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: IDLE_MS,
    });
  }

  /** Follows no redirect. Rejects without an answer. */
  async post({ url, headers, body }: PushLetter): Promise<PushAnswer> {
    const { origin, pathname, search } = new URL(url);
    const answer = await this.#agent.request({ origin, path: pathname + search, method: 'POST', headers, body });
    const after = answer.headers['retry-after'];
    const text = (await answer.body.text()).slice(0, ANSWER_TEXT_MAX);
    return { status: answer.statusCode, retryAfter: typeof after === 'string' ? after : null, text };
  }

  /** What is under way fails, and is a push to repeat: an unresponsive service holds up no end of the process. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
