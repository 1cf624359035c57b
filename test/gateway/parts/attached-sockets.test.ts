/** Sockets of Socket.IO, by its documented interfaces and past them: what reaches the dispatcher, and what the library. */
import { EventEmitter } from 'node:events';
import { attachDocumentedInbound } from '#http/gateway/inbound/documented-inbound.js';
import { attachFastInbound } from '#http/gateway/inbound/fast-inbound.js';

const OTHER_PACKET_MAX = 16_384;
const event = '["typing",{"on":true}]';
const accepted = (id: number | null) => ['typing', { on: true }, id];
const tooLong = `0{"token":"${'x'.repeat(OTHER_PACKET_MAX)}"}`;

/** Replaced by what is attached. */
const noEvent: (packet: object) => void = () => undefined;

class Engine extends EventEmitter {
  readyState = 'open';
  pingTimeoutTimer: { refresh(): void } | null = null;
  hasRefreshedPingTimeout = false;
  transport: { name: string; socket?: EventEmitter; onData(data: unknown): void };

  constructor(name: string, done: unknown[], socket?: EventEmitter) {
    super();
    this.transport = { name, ...(socket && { socket }), onData: (data) => void done.push(['library', data]) };
    this.close = () => void done.push('close');
  }

  close: () => void;
}

function scene(name: 'websocket' | 'polling', isLimited = true) {
  const done: unknown[] = [];
  const ws = new EventEmitter();
  ws.on('message', () => done.push('the library hears it too'));
  const engine = new Engine(name, done, name === 'websocket' ? ws : undefined);
  const ordinary = (data: unknown) => void done.push(['ordinary', data]);
  engine.on('data', ordinary);
  const socket = Object.assign(new EventEmitter(), {
    client: { ondata: ordinary },
    onevent: noEvent,
  });
  const connection = { isClosed: false, isShut: false, engine };
  const dispatcher = { accept: (_: unknown, ...asked: unknown[]) => void done.push(asked), refuse: () => undefined };
  const inboundBudget = isLimited ? { spend: (_: unknown, bytes: number) => void done.push(['spent', bytes]) } : null;
  const deps = { dispatcher, inboundBudget } as never;
  const attach = (way: typeof attachFastInbound | typeof attachDocumentedInbound) =>
    way(socket as never, engine as never, connection as never, deps);
  const says = (data: string | Buffer, isBinary = false) => void ws.emit('message', Buffer.from(data), isBinary);
  return { done, ws, engine, socket, attach, says };
}

describe('a WebSocket that is reached into', () => {
  it('hands its events to the dispatcher, each counted once', () => {
    const { done, attach, says } = scene('websocket');
    attach(attachFastInbound);
    says(`42${event}`);
    says(`427${event}`);
    expect(done).toEqual([['spent', 24], accepted(null), ['spent', 25], accepted(7)]);
  });

  it('needs no allowance', () => {
    const { done, attach, says } = scene('websocket', false);
    attach(attachFastInbound);
    says(`42${event}`);
    expect(done).toEqual([accepted(null)]);
  });

  it.each([
    ['a heartbeat', '3', false],
    ['another packet of Socket.IO', '40', false],
    ['another namespace', '42/x,["a"]', false],
    ['nonsense', '42{', false],
    ['another packet of Engine.IO', '52', false],
  ])('leaves %s to the library, as text', (_, data, isBinary) => {
    const { done, attach, says } = scene('websocket');
    attach(attachFastInbound);
    says(data, isBinary);
    expect(done).toEqual([
      ['spent', data.length],
      ['library', data],
    ]);
  });

  it('leaves binary data to the library as it is', () => {
    const { done, attach, says } = scene('websocket');
    attach(attachFastInbound);
    says(`42${event}`, true);
    expect(done[1]).toEqual(['library', Buffer.from(`42${event}`)]);
  });

  it('carries out nothing once it is closing', () => {
    const { done, attach, says, engine } = scene('websocket');
    attach(attachFastInbound);
    engine.readyState = 'closing';
    says(`42${event}`);
    expect(done[1]).toEqual(['library', `42${event}`]);
  });

  it('gives an awaited heartbeat more time by an event, once', () => {
    const { attach, says, engine } = scene('websocket');
    let refreshed = 0;
    attach(attachFastInbound);
    says(`42${event}`);
    expect(engine.hasRefreshedPingTimeout).toBe(false);
    engine.pingTimeoutTimer = { refresh: () => void (refreshed += 1) };
    says(`42${event}`);
    says(`42${event}`);
    expect([refreshed, engine.hasRefreshedPingTimeout]).toEqual([1, true]);
  });

  it('has packets counted where they came in, when the library hands them on', () => {
    const { done, attach, engine } = scene('websocket');
    attach(attachFastInbound);
    engine.emit('data', `2${event}`);
    engine.emit('data', '0{}');
    expect(done).toEqual([accepted(null), ['ordinary', '0{}']]);
  });
});

describe('long polling', () => {
  it('hands its events to the dispatcher, each counted once', () => {
    const { done, attach, engine } = scene('polling');
    attach(attachFastInbound);
    engine.emit('data', `23${event}`);
    expect(done).toEqual([['spent', 24], accepted(3)]);
  });

  it.each([
    ['1', 'close'],
    [tooLong, 'close'],
    ['0{}', ['ordinary', '0{}']],
    ['2{', ['ordinary', '2{']],
    [tooLong.slice(0, OTHER_PACKET_MAX), ['ordinary', tooLong.slice(0, OTHER_PACKET_MAX)]],
  ])('leaves other packets to the library, up to a bound, and ends with its namespace: %.9s', (data, expected) => {
    const { done, attach, engine } = scene('polling');
    attach(attachFastInbound);
    engine.emit('data', data);
    expect(done).toEqual([['spent', data.length], expected]);
  });

  it('leaves binary data to the library', () => {
    const { done, attach, engine } = scene('polling');
    attach(attachFastInbound);
    const data = Buffer.from('2["typing",{}]');
    engine.emit('data', data);
    expect(done).toEqual([
      ['spent', data.length],
      ['ordinary', data],
    ]);
  });

  it('that becomes a WebSocket is heard there', () => {
    const { done, attach, engine, ws, says } = scene('polling');
    attach(attachFastInbound);
    engine.emit('upgrade');
    engine.transport = { ...engine.transport, name: 'websocket', socket: ws };
    engine.emit('upgrade');
    says(`42${event}`);
    expect(done).toEqual([['spent', 24], accepted(null)]);
  });
});

describe('an event that only the parser of the library understands', () => {
  it('reaches the dispatcher with an id that is a whole number, and ends the connection with another one', () => {
    const { done, attach, socket } = scene('websocket');
    attach(attachFastInbound);
    socket.onevent({ id: 4, data: ['typing', { on: true }] });
    socket.onevent({ data: ['typing', { on: true }] });
    socket.onevent({});
    socket.onevent({ id: 2 ** 53, data: ['typing', {}] });
    expect(done).toEqual([accepted(4), accepted(null), [undefined, undefined, null], 'close']);
  });
});

describe('a socket that is not reached into', () => {
  it.each<[string | Buffer, unknown[]]>([
    [`2${event}`, [accepted(null)]],
    ['0{}', []],
    ['2{', []],
    [tooLong.slice(0, OTHER_PACKET_MAX), []],
    [tooLong, ['close']],
    ['51-["typing",{}]', ['close']],
    [Buffer.from(`2${event}`), ['close']],
  ])('hands on events alone, and no binary data: %.9s', (data, expected) => {
    const { done, attach, engine } = scene('polling');
    attach(attachDocumentedInbound);
    engine.emit('message', data);
    expect(done).toEqual([['spent', data.length], ...expected]);
  });

  it('ends with its namespace, and needs no allowance', () => {
    const { done, attach, engine, socket } = scene('polling', false);
    attach(attachDocumentedInbound);
    engine.emit('message', `2${event}`);
    socket.emit('disconnect');
    expect(done).toEqual([accepted(null), 'close']);
  });
});
