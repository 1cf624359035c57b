import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import { Outbox } from '#http/gateway/delivery/outbox.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';

/** A connection of which only this is known: when it was written to, and what. */
class Written extends Outbox {
  constructor(name: string, flushScheduler: FlushScheduler, log: string[]) {
    const tcp = {
      writableLength: 0,
      write(bytes: Buffer) {
        log.push(`${name}:${bytes}`);
      },
    };
    const transport = { name: 'websocket', socket: { readyState: 1, _socket: tcp } };
    super(
      { readyState: 'open', upgrading: false, writeBuffer: [], transport } as unknown as EngineSocket,
      flushScheduler,
    );
  }
  override onSlow(): void {}
}

describe('flush scheduler', () => {
  const steps: (() => void)[] = [];
  let log: string[];
  let flushScheduler: FlushScheduler;
  beforeEach(() => {
    steps.length = 0;
    log = [];
    flushScheduler = new FlushScheduler({ soon: (run) => void steps.push(run) }, () => undefined);
  });

  const step = () => steps.shift()?.();
  const finish = () => {
    while (steps.length > 0) step();
  };
  const crowd = (count: number) =>
    Array.from({ length: count }, (_, index) => new Written(`${index}`, flushScheduler, log));
  const text = (letters: string) => Buffer.from(letters);

  it('write once to each connection, with everything it was given, in order', () => {
    const [one, two] = crowd(2) as [Written, Written];
    one.push(text('a'));
    two.push(text('b'));
    one.push(text('c'));
    expect(log).toEqual([]);
    finish();
    expect(log).toEqual(['0:ac', '1:b']);
  });

  it('take what came together for a room with what came for one reader alone', () => {
    const [one, two] = crowd(2) as [Written, Written];
    const fill = () => {
      for (const outbox of [one, two]) outbox.push(text('row'));
    };
    flushScheduler.scheduleBatch({ fill });
    one.push(text('ack,'));
    finish();
    expect(log).toEqual(['0:ack,row', '1:row']);
  });

  it('let others in after some hundred writes, and a few answers past the rest', () => {
    const many = crowd(1_000);
    const late = new Written('late', flushScheduler, log);
    for (const outbox of many) outbox.push(text('row'));
    step();
    expect(log).toHaveLength(256);
    late.push(text('ack'));
    step();
    expect(log.indexOf('late:ack')).toBe(256);
    finish();
    expect(log).toHaveLength(1_001);
  });

  it.each([
    [10, 'before'],
    [11, 'after'],
  ])('write %d answers %s the 160 deliveries that are left', (count, place) => {
    for (const outbox of crowd(416)) outbox.push(text('row'));
    step();
    const asking = Array.from({ length: count }, (_, at) => new Written(`late ${at}`, flushScheduler, log));
    for (const outbox of asking) outbox.push(text('ack'));
    finish();
    expect(log.findIndex((entry) => entry.endsWith(':ack'))).toBe(place === 'before' ? 256 : 416);
    expect(log).toHaveLength(416 + count);
  });

  it('take a room that speaks while the last of them are written', () => {
    const many = crowd(300);
    const late = new Written('late', flushScheduler, log);
    for (const outbox of many) outbox.push(text('row'));
    step();
    flushScheduler.scheduleBatch({ fill: () => late.push(text('row')) });
    finish();
    expect([log.length, log.at(-1)]).toEqual([301, 'late:row']);
  });

  it('do not write twice to many who would be written to soon anyway', () => {
    const many = crowd(400);
    for (const outbox of many) outbox.push(text('row'));
    step();
    const asking = many.slice(0, 100);
    for (const outbox of asking) outbox.push(text('ack'));
    step();
    expect(log.slice(256).every((entry) => entry.endsWith(':row'))).toBe(true);
    finish();
    expect(log).toHaveLength(500);
  });
});
