/** What a connection has to send: in one write, in order, by whichever way its socket takes. */
import { Outbox } from '#http/gateway/delivery/outbox.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { textFrame } from '#http/gateway/transport/frames.js';

class Plain extends Outbox {
  override onSlow(): void {}
}

const COPIED_MAX = 65_536;
const OPEN = 1;

/** An outbox, and what its socket was asked. `way`: whole frames to TCP, packets by the library, or long polling. */
function scene(way: 'tcp' | 'documented' | 'polling' = 'tcp') {
  const calls: string[] = [];
  const taken: (() => void)[] = [];
  const tcp = {
    writableLength: 0,
    _handle: { writeQueueSize: 7 },
    write: (bytes: Buffer) => void calls.push(`write ${bytes.length}`),
    cork: () => void calls.push('cork'),
    uncork: () => void calls.push('uncork'),
  };
  const ws = { readyState: OPEN, _socket: tcp, terminate: () => void calls.push('terminate') };
  const engine = {
    readyState: 'open',
    upgrading: false,
    writeBuffer: [] as { data?: string }[],
    transport: way === 'polling' ? { name: 'polling' } : { name: 'websocket', socket: ws },
    write: (packet: string) => void calls.push(`packet ${packet}`),
    send: (packet: string, _: undefined, whenTaken?: () => void) => {
      calls.push(`send ${packet}`);
      if (whenTaken) taken.push(whenTaken);
    },
    close: (isAtOnce: boolean) => void calls.push(`close ${isAtOnce}`),
  };
  let queued = 0;
  const scheduler = { scheduleOutbox: () => void (queued += 1) };
  const outbox = new Plain(engine as unknown as EngineSocket, scheduler, way !== 'documented');
  return { outbox, calls, tcp, ws, engine, taken, queued: () => queued };
}

const bytes = (count: number) => Buffer.alloc(count);

describe('an outbox', () => {
  it('is queued once for a round, whatever it is given, and again for the next one', () => {
    const { outbox, calls, queued } = scene();
    for (let count = 1; count <= 3; count += 1) outbox.push(bytes(count));
    expect([queued(), calls]).toEqual([1, []]);
    expect(outbox.flush()).toBe(false);
    expect(calls).toEqual(['write 6']);
    outbox.push(bytes(1));
    expect(queued()).toBe(2);
    outbox.flush();
    expect([calls.length, outbox.handedOver, outbox.flush()]).toEqual([2, 7, false]);
  });

  it('copies frames together up to a bound, and corks the socket beyond it', () => {
    const { outbox, calls } = scene();
    outbox.push(bytes(COPIED_MAX - 1));
    outbox.push(bytes(1));
    outbox.flush();
    expect(calls.splice(0)).toEqual([`write ${COPIED_MAX}`]);
    outbox.push(bytes(COPIED_MAX));
    outbox.push(bytes(1));
    outbox.flush();
    expect(calls).toEqual(['cork', `write ${COPIED_MAX}`, 'write 1', 'uncork']);
    expect(outbox.handedOver).toBe(COPIED_MAX * 2 + 1);
  });

  it.each([
    ['its socket holds back bytes', { held: 5, late: 0 }],
    ['a write was taken in part', { held: 0, late: 5 }],
  ])('says that something is left when %s, and counts it', (_, { held, late }) => {
    const { outbox, tcp } = scene();
    outbox.pushLong(bytes(10));
    tcp.writableLength = held;
    outbox.lateBytes = late;
    expect([outbox.flush(), outbox.longBytes, outbox.unsentBytes]).toEqual([true, 10, 5]);
    [tcp.writableLength, outbox.lateBytes] = [0, 0];
    outbox.push(bytes(1));
    expect([outbox.flush(), outbox.longBytes, outbox.unsentBytes]).toEqual([false, 0, 0]);
  });

  it('that is shut has written what it held, and takes nothing more', () => {
    const { outbox, calls, queued } = scene();
    outbox.push(bytes(3));
    outbox.shut();
    outbox.push(bytes(4));
    expect([calls, outbox.isShut, outbox.flush(), queued()]).toEqual([['write 3'], true, false, 1]);
  });

  it('by documented interfaces is written packet by packet, and unsent until the last one is taken', () => {
    const { outbox, calls, taken } = scene('documented');
    const both = Buffer.concat([textFrame('42["a"]'), textFrame('42["b"]')]);
    outbox.pushLong(both);
    expect(outbox.flush()).toBe(true);
    expect(calls).toEqual(['send 2["a"]', 'send 2["b"]']);
    expect([outbox.unsentBytes, outbox.longBytes, outbox.queuedBytes]).toEqual([both.length, both.length, null]);
    outbox.push(textFrame('42["c"]'));
    outbox.flush();
    expect(taken).toHaveLength(2);
    taken[0]?.();
    expect([outbox.unsentBytes, outbox.longBytes]).toEqual([textFrame('42["c"]').length, both.length]);
    taken[1]?.();
    expect([outbox.unsentBytes, outbox.longBytes, outbox.flush()]).toEqual([0, 0, false]);
  });

  it('of long polling goes through the library, several frames in their order', () => {
    const { outbox, calls, engine } = scene('polling');
    outbox.push(textFrame('42["a"]'));
    engine.writeBuffer.push({ data: 'abc' }, {});
    expect(outbox.flush()).toBe(true);
    engine.writeBuffer.length = 0;
    outbox.push(textFrame('42["b"]'));
    outbox.push(textFrame('42["c"]'));
    expect([outbox.flush(), calls]).toEqual([false, ['packet 2["a"]', 'packet 2["b"]', 'packet 2["c"]']]);
    expect(outbox.handedOver).toBe(3 * textFrame('42["a"]').length);
  });

  it.each([
    ['is closing', { engine: { readyState: 'closing' }, ws: {} }],
    ['changes its transport', { engine: { upgrading: true }, ws: {} }],
    ['has packets of its own', { engine: { writeBuffer: [{ data: 'x' }] }, ws: {} }],
    ['compresses', { engine: { transport: { name: 'websocket', perMessageDeflate: {} } }, ws: {} }],
    ['is no WebSocket any more', { engine: { transport: { name: 'websocket' } }, ws: {} }],
    ['closes its WebSocket', { engine: {}, ws: { readyState: 2 } }],
    ['has lost its TCP socket', { engine: {}, ws: { _socket: null } }],
  ])('writes no frame past the library while the connection %s', (_, change) => {
    const { outbox, calls, engine, ws } = scene();
    Object.assign(ws, change.ws);
    Object.assign(engine, change.engine);
    outbox.push(textFrame('42["a"]'));
    outbox.flush();
    expect(calls).toEqual(['packet 2["a"]']);
  });

  it('ends by its WebSocket where it may reach it, and by the library elsewhere', () => {
    const fast = scene();
    fast.outbox.terminate();
    const slow = scene('polling');
    slow.outbox.terminate();
    const documented = scene('documented');
    documented.outbox.terminate();
    expect([fast.calls, slow.calls, documented.calls]).toEqual([['terminate'], ['close true'], ['close true']]);
  });

  it('knows how much of a write waits in the system, where it may look', () => {
    const { outbox, tcp, engine } = scene();
    engine.writeBuffer.push({ data: 'abc' }, {});
    tcp.writableLength = 4;
    outbox.lateBytes = 2;
    expect([outbox.queuedBytes, outbox.unsentBytes]).toEqual([7, 9]);
    expect([scene('polling').outbox.queuedBytes, scene('polling').outbox.unsentBytes]).toEqual([0, 0]);
  });
});
