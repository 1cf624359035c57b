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
  /** The beginning of the answer; empty if only the head was wanted. */
  text: string;
}

/** To one service: more than a node has deliveries in progress. */
const CONNECTIONS_MAX = 256;
const IDLE_MS = 60_000;
const ANSWER_BYTES_MAX = 65_536;

export class PushHttp {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(timeoutMs = PUSH_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({
      connections: CONNECTIONS_MAX,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: IDLE_MS,
    });
  }

  /** Follows no redirect. Rejects without an answer. */
  async post({ url, headers, body }: PushLetter, wanted: 'head' | 'text'): Promise<PushAnswer> {
    const { origin, pathname, search } = new URL(url);
    const answer = await this.#agent.request({ origin, path: pathname + search, method: 'POST', headers, body });
    const after = answer.headers['retry-after'];
    const head = { status: answer.statusCode, retryAfter: typeof after === 'string' ? after : null };
    if (wanted === 'text') return { ...head, text: await beginningOf(answer.body, this.#timeoutMs) };
    // The rest of the answer is read to free the connection.
    void answer.body.dump({ limit: ANSWER_BYTES_MAX });
    return { ...head, text: '' };
  }

  /** Requests in progress fail and are repeated later, so that an unresponsive service does not delay the end of the process. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** The service decides how long its answer is and how slowly it comes, so neither is waited for to the end. */
async function beginningOf(body: AsyncIterable<Buffer>, timeoutMs: number): Promise<string> {
  const until = performance.now() + timeoutMs;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= ANSWER_BYTES_MAX || performance.now() >= until) break;
  }
  return Buffer.concat(parts).toString('utf8', 0, ANSWER_BYTES_MAX);
}
