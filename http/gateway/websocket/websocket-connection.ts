import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Connection } from '../connection/connection.js';
import type { EngineSocket, EngineTransport, WebSocketInside } from '../transport/engine.js';
import { type FrameReader, unmasked } from './text-frames.js';

const MESSAGE = 0x34;
const PONG = 0x33;
/** Packets of Engine.IO that change nothing on a WebSocket: open, close, upgrade, noop. */
const IGNORED = new Set([0x30, 0x31, 0x35, 0x36]);

const NO_PACKETS: never[] = [];

/** What is done with the sockets. */
export interface SocketHandler {
  /** A frame has come in: it counts against the allowance of its account. */
  received(socket: WebSocketConnection, bytes: number): void;
  /** Refuses a masked message by its ack id alone, if it may not wait. False: it has to be read. */
  refusedUnread(socket: WebSocketConnection, chunk: Buffer, start: number, end: number): boolean;
  /** A message packet of Engine.IO, with its digit. */
  message(socket: WebSocketConnection, data: Buffer): void;
  closed(socket: WebSocketConnection, reason: string): void;
}

/** Who hears a WebSocket. */
export interface WebSocketHandler extends SocketHandler {
  /** The answer to a heartbeat; any packet may give it some more time. */
  heard(socket: WebSocketConnection, isPong: boolean): void;
}

const CONNECTION = Symbol('connection');
type Owned = WebSocket & { [CONNECTION]: WebSocketConnection };

function onMessage(this: Owned, data: Buffer, isBinary: boolean): void {
  this[CONNECTION].receive(data, isBinary);
}
function onClose(this: Owned): void {
  this[CONNECTION].ended('transport close');
}
function onError(this: Owned): void {
  this[CONNECTION].ended('transport error');
}

/**
 * A WebSocket that speaks Engine.IO from its beginning: that protocol is then a digit before each message and a
 * heartbeat. It is its own transport. Kept small: most of them are idle most of the time.
 */
export class WebSocketConnection implements EngineSocket, EngineTransport, FrameReader {
  readonly #ws: WebSocket;
  readonly #handler: WebSocketHandler;
  readyState: 'open' | 'closed' = 'open';
  /** The upgrade, until the socket is accepted. */
  request: IncomingMessage | null;
  isAuthenticating = false;
  isRefused = false;
  /** Once it is accepted. */
  connection: Connection | null = null;
  /** Of the deadline it waits for (`WebSocketListener`). */
  since = 0;
  /** The awaited heartbeat has been given more time. */
  isExtended = false;
  /** Binary frames that belong to a message that was read before them. */
  attachmentsDue = 0;

  constructor(ws: WebSocket, request: IncomingMessage, handler: WebSocketHandler) {
    this.#ws = ws;
    this.request = request;
    this.#handler = handler;
    (ws as Owned)[CONNECTION] = this;
    ws.on('message', onMessage as never);
    ws.on('close', onClose as never);
    ws.on('error', onError as never);
  }

  get name(): string {
    return 'websocket';
  }

  get socket(): WebSocketInside {
    return this.#ws as unknown as WebSocketInside;
  }

  get transport(): this {
    return this;
  }

  get upgrading(): boolean {
    return false;
  }

  get writeBuffer(): never[] {
    return NO_PACKETS;
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.readyState !== 'open') return;
    this.#handler.received(this, data.length);
    if (isBinary) return this.#attachment();
    this.#handler.heard(this, data[0] === PONG);
    if (data[0] === MESSAGE) this.#handler.message(this, data);
    else if (data[0] !== PONG && !IGNORED.has(data[0] ?? 0)) this.close();
  }

  /** The same for a text frame as it came, with its mask in the four bytes before `start`. False: it is no UTF-8. */
  receiveMasked(chunk: Buffer, start: number, end: number): boolean {
    if (this.readyState !== 'open') return true;
    if (this.#handler.refusedUnread(this, chunk, start, end)) {
      this.#handler.received(this, end - start);
      this.#handler.heard(this, false);
      return true;
    }
    const data = unmasked(chunk, start, end);
    if (data === null) return false;
    this.receive(data, false);
    return true;
  }

  /** Its message has been judged without it. */
  #attachment(): void {
    if (this.attachmentsDue === 0) this.close();
    else this.attachmentsDue -= 1;
  }

  /** Sends a packet of Socket.IO; `whenTaken` is called once it is written. */
  send(packet: string, _options?: object, whenTaken?: () => void): void {
    if (this.readyState === 'open') this.#ws.send(`4${packet}`, whenTaken);
  }

  write(packet: string): void {
    this.send(packet);
  }

  /** Sends a heartbeat. */
  ping(): void {
    this.#ws.send('2');
  }

  close(isAtOnce = false): void {
    if (this.readyState === 'closed') return;
    if (isAtOnce) this.#ws.terminate();
    else this.#ws.close();
    this.ended('forced close');
  }

  /** Nothing is sent or received any more. */
  ended(reason: string): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.#handler.closed(this, reason);
  }
}
