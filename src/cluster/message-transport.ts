/** Requests, responses and messages of the node transport, as texts that a carrier carries. */
import type { Carrier } from './carrier.js';
import { type NodeTransport, NodeUnreachable, RequestFailedThere } from './node-transport.js';

export interface MessageTransportOptions {
  carrier: Carrier;
  env: { after(ms: number, run: () => void): () => void; soon(run: () => void): void };
  /** Gets messages that could not be read or handled. Never their content. */
  onError: (what: string, error?: unknown) => void;
}

/** The bound of one message; a page of the longest messages fits several times. */
export const MESSAGE_CHARACTERS_MAX = 8 * 1_048_576;
/**
 * A node that ends closes the link to it and the one from it at once, and a busy node may hear of the first before it has read
 * the last answers of the other.
 */
const LAST_ANSWERS_MS = 500;
/** Requests without a response. */
const PENDING_REQUESTS_MAX = 10_000;

interface PendingRequest {
  to: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  stop(): void;
}

/** The messages to one node that wait for the end of the tick. */
interface OutgoingBatch {
  texts: string[];
  length: number;
  sent: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

type NodeMessage =
  | ['q', id: number, body: unknown]
  | ['a', id: number, ok: boolean, body: unknown]
  | ['m', body: unknown];

const ALL = '*';

export class MessageTransport implements NodeTransport {
  readonly #options: MessageTransportOptions;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #batches = new Map<string, OutgoingBatch>();
  #lastRequestId = 0;
  #requestHandler: (from: string, body: unknown) => Promise<unknown> = () =>
    Promise.reject(new Error('no request handler'));
  #messageHandler: (from: string, body: unknown) => void = () => undefined;

  constructor(options: MessageTransportOptions) {
    this.#options = options;
    options.carrier.onText((from, text) => this.#receive(from, text));
    options.carrier.onLoss((to) => this.#linkBroke(to));
  }

  listen(token: string): Promise<void> {
    return this.#options.carrier.listen(token);
  }

  request(to: string, body: unknown, timeoutMs: number): Promise<unknown> {
    if (this.#pending.size >= PENDING_REQUESTS_MAX)
      return Promise.reject(new NodeUnreachable('too many requests pending'));
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;
    return new Promise((resolve, reject) => {
      const stop = this.#options.env.after(timeoutMs, () => this.#fail(id, `no answer within ${timeoutMs} ms`));
      this.#pending.set(id, { to, resolve, reject, stop });
      this.#publish(to, ['q', id, body]).catch((error: Error) => this.#fail(id, error.message));
    });
  }

  abandonRequests(token: string): void {
    this.#failAll(token, 'the node is gone');
  }

  send(to: string, body: unknown): void {
    this.#publish(to, ['m', body]).catch((error: unknown) => this.#options.onError('node message not sent', error));
  }

  broadcast(body: unknown): void {
    this.send(ALL, body);
  }

  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void {
    this.#requestHandler = handler;
  }

  onMessage(handler: (from: string, body: unknown) => void): void {
    this.#messageHandler = handler;
  }

  async close(): Promise<void> {
    for (const id of [...this.#pending.keys()]) this.#fail(id, 'the transport is closed');
    await this.#options.carrier.close();
  }

  /** Messages to one node within one tick are sent as one. */
  #publish(to: string, message: NodeMessage): Promise<void> {
    const text = JSON.stringify(message);
    if (text.length > MESSAGE_CHARACTERS_MAX) {
      return Promise.reject(new NodeUnreachable(`a message of ${text.length} characters is too long`));
    }
    let batch = this.#batches.get(to);
    if (batch && batch.length + text.length > MESSAGE_CHARACTERS_MAX) {
      this.#flush(to, batch);
      batch = undefined;
    }
    if (!batch) {
      batch = newBatch();
      this.#batches.set(to, batch);
      const opened = batch;
      this.#options.env.soon(() => this.#batches.get(to) === opened && this.#flush(to, opened));
    }
    batch.texts.push(text);
    batch.length += text.length;
    return batch.sent;
  }

  #flush(to: string, batch: OutgoingBatch): void {
    const { carrier } = this.#options;
    this.#batches.delete(to);
    const text = `[${batch.texts.join()}]`;
    const carried = to === ALL ? carrier.carryToAll(text) : carrier.carry(to, text);
    carried.then(() => batch.resolve(), batch.reject);
  }

  #receive(from: string, text: string): void {
    try {
      for (const one of JSON.parse(text) as NodeMessage[]) this.#deliver(from, one);
    } catch (error) {
      this.#options.onError('node message malformed', error);
    }
  }

  #deliver(from: string, message: NodeMessage): void {
    if (message[0] === 'm') return this.#messageHandler(from, message[1]);
    if (message[0] === 'q') return void this.#respond(from, message[1], message[2]);
    const [, id, ok, body] = message;
    const waiting = this.#pending.get(id);
    // The request has timed out before.
    if (!waiting) return;
    this.#pending.delete(id);
    waiting.stop();
    if (ok) waiting.resolve(body);
    else waiting.reject(new RequestFailedThere(String(body)));
  }

  async #respond(from: string, id: number, body: unknown): Promise<void> {
    const { onError } = this.#options;
    const answered = await this.#requestHandler(from, body).then(
      (value): NodeMessage => ['a', id, true, value],
      (error: unknown): NodeMessage => {
        onError('node request failed', error);
        return ['a', id, false, 'it failed there'];
      },
    );
    await this.#publish(from, answered).catch((error: unknown) => onError('node response not sent', error));
  }

  #failAll(to: string, why: string): void {
    for (const id of this.#pendingTo(to)) this.#fail(id, why);
  }

  /** Requests that go over a new link meanwhile are not meant. */
  #linkBroke(to: string): void {
    const lost = this.#pendingTo(to);
    if (lost.length === 0) return;
    this.#options.env.after(LAST_ANSWERS_MS, () => {
      for (const id of lost) this.#fail(id, 'the link broke');
    });
  }

  #pendingTo(to: string): number[] {
    return [...this.#pending].filter(([, pending]) => pending.to === to).map(([id]) => id);
  }

  #fail(id: number, why: string): void {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    waiting?.stop();
    waiting?.reject(new NodeUnreachable(why));
  }
}

function newBatch(): OutgoingBatch {
  let resolve: OutgoingBatch['resolve'] = () => undefined;
  let reject: OutgoingBatch['reject'] = () => undefined;
  const sent = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { texts: [], length: 2, sent, resolve, reject };
}
