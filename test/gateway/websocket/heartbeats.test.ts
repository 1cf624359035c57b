import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { admitHandshakes } from '#http/admission/admitted-handshakes.js';
import { textsOf } from '#http/gateway/transport/frames.js';
import type { WebSocketConnection } from '#http/gateway/websocket/websocket-connection.js';
import { WebSocketListener } from '#http/gateway/websocket/websocket-listener.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const CONNECT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;
/** Deadlines are looked at once a second. */
const LATE_MS = 1_000;

/** The server's side of a WebSocket of ws, as far as a heartbeat reaches. */
class Peer extends EventEmitter {
  readonly sent: string[] = [];
  isCut = false;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isCut = true;
  }

  terminate(): void {
    this.isCut = true;
    this.emit('close');
  }

  says(text: string): void {
    this.emit('message', Buffer.from(text), false);
  }
}

function listenerOf(env: VirtualEnv, handshakes: ReturnType<typeof admitHandshakes>): WebSocketListener {
  const timeouts = { connectTimeoutMs: CONNECT_TIMEOUT_MS, closeTimeoutMs: 3_000 };
  return new WebSocketListener({ env, ...timeouts, isAllowed: () => true, admitHandshakes: handshakes });
}

describe('heartbeats', () => {
  let env: VirtualEnv;
  let listener: WebSocketListener;
  let closed: string[];
  let sockets: WebSocketConnection[];

  beforeEach(() => {
    env = new VirtualEnv();
    closed = [];
    sockets = [];
    listener = listenerOf(env, admitHandshakes(null, 0));
    listener.listen({
      received: (socket) => void sockets.push(socket),
      message: () => undefined,
      refusedUnread: () => false,
      closed: (_, reason) => void closed.push(reason),
    });
  });

  function open(): { peer: Peer; opened: string[] } {
    const peer = new Peer();
    const opened: string[] = [];
    const tcp = { write: (bytes: Buffer) => opened.push(...textsOf(bytes)) > 0 };
    listener.opened(peer as unknown as WebSocket, {} as IncomingMessage, tcp as never);
    return { peer, opened };
  }

  /** A socket that was let in. */
  function enter(): Peer {
    const { peer } = open();
    peer.says('40');
    listener.accepted(sockets.at(-1) as WebSocketConnection);
    return peer;
  }

  it('are announced in the first packet, as Engine.IO does', () => {
    const { opened } = open();
    const { sid, ...rest } = JSON.parse(opened[0]?.slice(1) ?? '');
    expect(sid).toMatch(/^[\w-]{20,}$/);
    expect(rest).toEqual({ upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: expect.any(Number) });
  });

  it('end a socket that is not let in within the time to connect', async () => {
    const { peer } = open();
    await env.advance(CONNECT_TIMEOUT_MS - 1);
    expect(peer.isCut).toBe(false);
    await env.advance(LATE_MS + 1);
    expect([peer.isCut, closed]).toEqual([true, ['forced close']]);
  });

  it('give a socket that came between two looks its whole time', async () => {
    enter();
    await env.advance(0.9 * LATE_MS);
    const { peer } = open();
    await env.advance(CONNECT_TIMEOUT_MS - 1);
    expect(peer.isCut).toBe(false);
  });

  it('are asked for after a quiet time, and answered for as long as the peer is there', async () => {
    const peer = enter();
    for (let beat = 1; beat <= 5; beat += 1) {
      await env.advance(PING_INTERVAL_MS + LATE_MS);
      expect(peer.sent).toEqual(Array(beat).fill('2'));
      peer.says('3');
    }
    expect(closed).toEqual([]);
  });

  it('are asked for at their time, whatever a socket answers that was not asked', async () => {
    const first = enter();
    await env.advance(10_000);
    const second = enter();
    await env.advance(PING_INTERVAL_MS - 10_000 + LATE_MS);
    expect([first.sent, second.sent]).toEqual([['2'], []]);
    second.says('3');
    await env.advance(10_000);
    expect([first.sent, second.sent]).toEqual([['2'], ['2']]);
  });

  it('end a socket that does not answer', async () => {
    const peer = enter();
    await env.advance(PING_INTERVAL_MS + LATE_MS);
    await env.advance(PING_TIMEOUT_MS + LATE_MS);
    expect([peer.isCut, closed]).toEqual([true, ['ping timeout']]);
  });

  it('are waited for once more when something else came', async () => {
    const peer = enter();
    await env.advance(PING_INTERVAL_MS + LATE_MS);
    await env.advance(PING_TIMEOUT_MS - 2 * LATE_MS);
    peer.says('42["x"]');
    await env.advance(PING_TIMEOUT_MS - 2 * LATE_MS);
    expect(closed).toEqual([]);
    peer.says('42["x"]');
    await env.advance(4 * LATE_MS);
    expect(closed).toEqual(['ping timeout']);
  });

  it('are not missed by a process that stood still', async () => {
    const peer = enter();
    await env.advance(PING_INTERVAL_MS + LATE_MS);
    expect(peer.sent).toEqual(['2']);
    await env.leap(10 * PING_TIMEOUT_MS);
    peer.says('3');
    await env.advance(LATE_MS);
    expect(closed).toEqual([]);
  });

  it('need no timer where nobody is connected', async () => {
    const peer = enter();
    expect(env.timers).toBe(1);
    peer.emit('close');
    await env.advance(LATE_MS);
    expect([env.timers, closed]).toEqual([0, ['transport close']]);
  });
});

describe('an upgrade', () => {
  it.each([
    ['/socket.io/?EIO=4&transport=websocket', true],
    ['/socket.io/?transport=websocket&EIO=4&t=x', true],
    ['/socket.io/?EIO=3&transport=websocket', false],
    ['/socket.io/?EIO=4&transport=polling', false],
    ['/socket.io/?EIO=4&transport=websocket&sid=abc', false],
    ['/elsewhere/?EIO=4&transport=websocket', false],
  ])('to %s is taken, and not left to Engine.IO: %s', (url, isTaken) => {
    const upgraded: unknown[] = [];
    const upgrade = (request: unknown) => void upgraded.push(request);
    const listener = listenerOf(new VirtualEnv(), { upgrade } as never);
    listener.listen({} as never);
    const request = { url } as IncomingMessage;
    expect(listener.claim(request, {} as never, Buffer.alloc(0))).toBe(isTaken);
    expect(upgraded).toEqual(isTaken ? [request] : []);
  });
});
