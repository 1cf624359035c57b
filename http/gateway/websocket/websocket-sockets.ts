import { randomUUID } from 'node:crypto';
import { RefusalError } from '#src/errors.js';
import type { Admission } from '../handshake/admission.js';
import type { Admitted } from '../handshake/handshake.js';
import type { InboundDeps } from '../inbound/fast-inbound.js';
import { handleEvent, OTHER_PACKET_CHARS_MAX, parseEvent } from '../inbound/parse-event.js';
import { isWebSocketAsExpected } from '../transport/engine.js';
import type { FastPath } from '../transport/fast-path.js';
import { textFrame } from '../transport/frames.js';
import type { ReadingTurns } from './reading-turns.js';
import { ackIdIn, readTextFrames } from './text-frames.js';
import type { SocketHandler, WebSocketConnection } from './websocket-connection.js';
import type { WebSocketListener } from './websocket-listener.js';

const EVENT = 0x32;
/** Type, number of attachments, namespace, and the rest of a packet of Socket.IO. */
const PACKET = /^(\d)(?:(\d{1,3})-)?(?:(\/[^,]*),?)?(.*)$/s;
const ATTACHMENTS_MAX = 10;
const MAIN = '/';

export interface WebSocketSocketsDeps extends InboundDeps {
  admission: Admission;
  listener: Pick<WebSocketListener, 'accepted'>;
  fastPath: FastPath;
  turns: Pick<ReadingTurns, 'wait'>;
}

/** Speaks Socket.IO with sockets that are WebSockets from their beginning. */
export class WebSocketSockets implements SocketHandler {
  readonly #deps: WebSocketSocketsDeps;

  constructor(deps: WebSocketSocketsDeps) {
    this.#deps = deps;
  }

  received({ connection }: WebSocketConnection, bytes: number): void {
    if (connection !== null) this.#deps.inboundBudget?.spend(connection, bytes);
  }

  /** Events without an ack are read: their error names the operation. */
  refusedUnread({ connection }: WebSocketConnection, chunk: Buffer, start: number, end: number): boolean {
    if (connection === null || connection.waiting === 0) return false;
    const ackId = ackIdIn(chunk, start, end);
    return ackId !== undefined && this.#deps.dispatcher.refuseUnread(connection, ackId);
  }

  message(socket: WebSocketConnection, data: Buffer): void {
    if (data[1] === EVENT && this.#event(socket, data.toString('utf8', 2))) return;
    if (data.length > OTHER_PACKET_CHARS_MAX) return socket.close();
    this.#other(socket, data.toString('utf8', 1));
  }

  closed({ connection, request }: WebSocketConnection, reason: string): void {
    const { admission } = this.#deps;
    if (connection !== null) admission.closed(connection, reason);
    else if (request !== null) admission.failed(request, request.socket.remoteAddress ?? '');
  }

  /** False for what is no event of the main namespace. */
  #event({ connection }: WebSocketConnection, text: string): boolean {
    if (connection === null) return false;
    const event = parseEvent(text);
    if (event === null) return false;
    handleEvent({ connection, dispatcher: this.#deps.dispatcher }, event);
    return true;
  }

  /** Anything else than an event is rare once a socket is accepted. */
  #other(socket: WebSocketConnection, text: string): void {
    const [, type, attachments = '', namespace = MAIN, rest = ''] = PACKET.exec(text) ?? [];
    if (type === '0') return this.#connect(socket, namespace, rest);
    if (socket.connection === null || namespace !== MAIN) return socket.close();
    // An ack: the server never asks for one.
    if (type === '3') return;
    if (type === '6' && this.#awaits(socket, attachments)) return;
    // Its binary parts are placeholders, which no operation takes.
    if (type === '5' && this.#awaits(socket, attachments) && this.#event(socket, rest)) return;
    // Among them the end of the one namespace: there is nothing to stay connected for.
    socket.close();
  }

  #awaits(socket: WebSocketConnection, attachments: string): boolean {
    const count = Number(attachments);
    if (count < 1 || count > ATTACHMENTS_MAX || socket.attachmentsDue > 0) return false;
    socket.attachmentsDue = count;
    return true;
  }

  #connect(socket: WebSocketConnection, namespace: string, payload: string): void {
    if (namespace !== MAIN) return socket.write(`4${namespace},{"message":"Invalid namespace"}`);
    const auth = authOf(payload);
    // Who connects again before the answer could have many tokens verified for one refusal.
    if (auth === null || socket.connection !== null || socket.isAuthenticating) return socket.close();
    void this.#authenticate(socket, auth);
  }

  async #authenticate(socket: WebSocketConnection, auth: Record<string, unknown>): Promise<void> {
    const { request } = socket;
    if (request === null) return;
    socket.isAuthenticating = true;
    const { headers } = request;
    const connect = { auth, query: queryOf(request.url), headers, address: request.socket.remoteAddress ?? '' };
    const refused = await this.#deps.admission.judge(connect, (admitted) => this.#enter(socket, admitted));
    socket.isAuthenticating = false;
    if (refused === undefined) return;
    socket.write(`4${JSON.stringify(refused)}`);
    // A refused client may connect anew; a second refusal on the same connection closes it.
    if (socket.isRefused) socket.close();
    socket.isRefused = true;
  }

  #enter(socket: WebSocketConnection, admitted: Admitted): void {
    const { admission, fastPath, listener, turns } = this.#deps;
    if (socket.readyState !== 'open') throw new RefusalError('unauthorized');
    const isFast = fastPath.isFor(socket, 'websocket', () => isWebSocketAsExpected(socket));
    socket.connection = admission.accept(socket, admitted, isFast);
    if (isFast) readTextFrames(socket.socket, socket, turns);
    listener.accepted(socket);
    admission.welcome(socket.connection, textFrame(`40{"sid":"${randomUUID()}"}`));
  }
}

/** What the client sent with CONNECT; null when that is no object. */
function authOf(payload: string): Record<string, unknown> | null {
  if (payload === '') return {};
  try {
    const auth: unknown = JSON.parse(payload);
    return typeof auth === 'object' && auth !== null && !Array.isArray(auth) ? (auth as Record<string, unknown>) : null;
  } catch {
    // Not JSON: Socket.IO ends the connection too.
    return null;
  }
}

const queryOf = (url = ''): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)));
