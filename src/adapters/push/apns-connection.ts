/**
 * One HTTP/2 connection to a host of Apple's push service. It is opened at the first request and replaced after a
 * GOAWAY. Pending requests end on their own connection.
 */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { PUSH_TIMEOUT_MS } from './push-sender.js';

export interface ApnsAnswer {
  status: number;
  reason: string;
  retryAfter: string | null;
}

/** The service guarantees that it has not processed the request, so that it may be sent again at once. */
export class Unprocessed extends Error {
  override name = 'Unprocessed';
}

/** A half-open connection may last for hours, and Apple closes idle ones at any time. */
const IDLE_MS = 600_000;

export class ApnsConnection {
  readonly #origin: string;
  readonly #timeoutMs: number;
  #session: ClientHttp2Session | null = null;

  constructor(origin: string, timeoutMs = PUSH_TIMEOUT_MS) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
  }

  request(headers: Record<string, string>, body: string): Promise<ApnsAnswer> {
    const session = this.#open();
    return new Promise((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ...headers }, { endStream: false });
      const tooLate = setTimeout(() => {
        // An unresponsive connection counts as closed; the next request opens another one.
        this.#leave(session);
        stream.close(constants.NGHTTP2_CANCEL);
        reject(new Error('no answer in time'));
      }, this.#timeoutMs);
      const settle = (then: () => void) => {
        clearTimeout(tooLate);
        then();
      };
      collect(stream).then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      );
      stream.end(body);
    });
  }

  close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (!session || session.closed) return Promise.resolve();
    return new Promise((resolve) => {
      session.close(resolve);
      setTimeout(() => session.destroy(), this.#timeoutMs).unref();
    });
  }

  #open(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#origin);
    session.setTimeout(IDLE_MS, () => this.#leave(session));
    session.on('goaway', () => this.#leave(session));
    // The streams on the connection report the error.
    session.on('error', () => this.#leave(session));
    session.on('close', () => this.#leave(session));
    session.unref();
    this.#session = session;
    return session;
  }

  /** No new request uses the connection; pending ones may end. */
  #leave(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = null;
    if (!session.closed) session.close();
  }
}

function collect(stream: ClientHttp2Stream): Promise<ApnsAnswer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let retryAfter: string | null = null;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
      retryAfter = headers['retry-after'] ?? null;
    });
    stream.on('data', (chunk: string) => {
      if (text.length < 4_096) text += chunk;
    });
    stream.on('error', (error: NodeJS.ErrnoException) => reject(failureOf(stream, error)));
    stream.on('close', () => {
      if (status > 0) resolve({ status, reason: reasonOf(text), retryAfter });
      else reject(failureOf(stream, new Error('the connection was closed')));
    });
  });
}

function failureOf(stream: ClientHttp2Stream, error: Error): Error {
  const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
  return isRefused || /GOAWAY/i.test(error.message) ? new Unprocessed(error.message) : error;
}

function reasonOf(text: string): string {
  if (text === '') return '';
  try {
    return String((JSON.parse(text) as { reason?: unknown }).reason ?? '');
  } catch {
    return '';
  }
}
