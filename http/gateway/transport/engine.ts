/**
 * The parts of Engine.IO 6.6 and ws 8 that the gateway uses beyond their documented surface, with the exact versions
 * pinned in the lock file. Only the fast path uses them (`fast-path.ts`), except where its first part says otherwise.
 */
import type { Socket as NetSocket } from 'node:net';

/** What carries the packets of a connection: a Socket of Engine.IO, or a WebSocket alone (`websocket-connection.ts`). */
export interface EngineSocket {
  readonly readyState: 'opening' | 'open' | 'closing' | 'closed';
  send(packet: string, options?: object, whenTaken?: () => void): unknown;
  readonly upgrading: boolean;
  readonly writeBuffer: { data?: string | Buffer }[];
  readonly transport: EngineTransport;
  write(packet: string): unknown;
  close(discard?: boolean): void;
}

/** A Socket of Engine.IO: first its documented members, then the others. */
export interface EngineIoSocket extends EngineSocket {
  readonly transport: EngineIoTransport;
  on(event: string, listener: (...args: never[]) => void): this;
  removeListener(event: string, listener: (...args: never[]) => void): this;
  readonly remoteAddress: string;
  request: unknown;
  pingTimeoutTimer: { refresh(): void } | null;
  hasRefreshedPingTimeout: boolean;
}

export interface EngineIoTransport extends EngineTransport {
  onData(data: string | Buffer): void;
}

export interface EngineTransport {
  readonly name: string;
  readonly perMessageDeflate?: unknown;
  /** The WebSocket, on that transport only. */
  readonly socket?: WebSocketInside;
}

/** The private parts of the receiver of a WebSocket. */
export interface ReceiverInside {
  _write(chunk: Buffer, encoding: string, done: (error?: Error) => void): void;
  readonly _state: number;
  readonly _bufferedBytes: number;
  readonly _fragmented: number;
  readonly _opcode: number;
  readonly _payloadLength: number;
}

/** A `ws` WebSocket on the server's side. */
export interface WebSocketInside {
  readonly readyState: number;
  readonly _socket: NetSocket | null;
  readonly _receiver?: ReceiverInside | null;
  on(event: string, listener: (...args: never[]) => void): this;
  listenerCount(event: string): number;
  removeAllListeners(event: string): this;
  terminate(): void;
  readonly isPaused: boolean;
  pause(): void;
  resume(): void;
}

const OPEN = 1;

/**
 * The TCP socket of a connection, when whole frames may be written to it at once. Every other writer on it (pings,
 * the close frame) also writes whole frames, so they cannot interleave. Null while packets of ours wait inside
 * Engine.IO: they must not be overtaken.
 */
export function rawSocketOf(engine: EngineSocket): NetSocket | null {
  if (engine.readyState !== 'open' || engine.upgrading || engine.writeBuffer.length > 0) return null;
  const { transport } = engine;
  if (transport.name !== 'websocket' || transport.perMessageDeflate) return null;
  const ws = transport.socket;
  if (ws === undefined || ws.readyState !== OPEN) return null;
  return ws._socket ?? null;
}

/** Whether a WebSocket connection of Engine.IO looks inside as the fast paths need it. */
export function isAsExpected(engine: EngineIoSocket): boolean {
  const hasState = Array.isArray(engine.writeBuffer) && typeof engine.upgrading === 'boolean';
  const isHeard = typeof engine.transport.onData === 'function' && engine.pingTimeoutTimer !== undefined;
  return hasState && isHeard && isWebSocketAsExpected(engine);
}

/** The same for its WebSocket. */
export function isWebSocketAsExpected(engine: EngineSocket): boolean {
  const ws = engine.transport.socket;
  const raw = ws?._socket;
  const canWrite = typeof raw?.write === 'function' && typeof raw.writableLength === 'number';
  const canHear = hasMethods(ws, 'listenerCount', 'removeAllListeners', 'pause', 'resume', 'terminate');
  if (!canWrite || ws?.readyState !== OPEN || !canHear) return false;
  return ws.listenerCount('message') === 1 && isReceiverAsExpected(ws._receiver);
}

function isReceiverAsExpected(receiver: Partial<ReceiverInside> | null | undefined): boolean {
  const { _write, _state, _bufferedBytes, _fragmented, _opcode, _payloadLength } = receiver ?? {};
  const numbers = [_state, _bufferedBytes, _fragmented, _opcode, _payloadLength];
  return typeof _write === 'function' && numbers.every((each) => typeof each === 'number');
}

const hasMethods = (of: object | undefined, ...names: string[]): boolean =>
  names.every((name) => typeof (of as Record<string, unknown> | undefined)?.[name] === 'function');

/** Writes within one tick leave together, because a handshake consists of several small writes. */
export function writeTogether(raw: NetSocket | null | undefined, soon: (run: () => void) => void): void {
  if (!raw) return;
  raw.cork();
  soon(() => raw.uncork());
}

/** Bytes handed over and not yet taken by the operating system. */
export function unsentBytes(engine: EngineSocket): number {
  let bytes = engine.transport.socket?._socket?.writableLength ?? 0;
  for (const packet of engine.writeBuffer) bytes += packet.data?.length ?? 0;
  return bytes;
}

/** Bytes of the current write that the operating system has not taken; they shrink while the client reads. */
export function queuedBytes(engine: EngineSocket): number {
  const raw = engine.transport.socket?._socket as { _handle?: { writeQueueSize?: number } } | null | undefined;
  return raw?._handle?.writeQueueSize ?? 0;
}

/**
 * Stops reading from a WebSocket until the returned function is called; null if it is stopped already, or cannot be.
 */
export function pauseReading(engine: EngineSocket): (() => void) | null {
  const ws = engine.transport.socket;
  if (engine.transport.name !== 'websocket' || !ws || ws.isPaused) return null;
  ws.pause();
  return () => ws.resume();
}

/** Ends the connection without waiting for anybody. */
export function terminate(engine: EngineSocket): void {
  const ws = engine.transport.socket;
  if (ws) ws.terminate();
  else engine.close(true);
}
