import type { EngineSocket } from '#http/gateway/engine.js';
import { Outbox } from '#http/gateway/outbox.js';
import { Rounds } from '#http/gateway/rounds.js';

/** A connection of which only this is known: when it was written to, and what. */
class Written extends Outbox {
  constructor(name: string, rounds: Rounds, log: string[]) {
    const tcp = {
      writableLength: 0,
      write(bytes: Buffer) {
        log.push(`${name}:${bytes}`);
      },
    };
    const transport = { name: 'websocket', socket: { readyState: 1, _socket: tcp } };
    super({ readyState: 'open', upgrading: false, writeBuffer: [], transport } as unknown as EngineSocket, rounds);
  }
  override tooSlow(): void {}
}

describe('rounds', () => {
  const steps: (() => void)[] = [];
  let log: string[];
  let rounds: Rounds;
  beforeEach(() => {
    steps.length = 0;
    log = [];
    rounds = new Rounds({ soon: (run) => void steps.push(run) }, () => undefined);
  });

  const step = () => steps.shift()?.();
  const finish = () => {
    while (steps.length > 0) step();
  };
  const crowd = (count: number) => Array.from({ length: count }, (_, index) => new Written(`${index}`, rounds, log));
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
    rounds.addBatch({ fill });
    one.push(text('ack,'));
    finish();
    expect(log).toEqual(['0:ack,row', '1:row']);
  });

  it('let others in after some hundred writes, and who has no part in them past the rest', () => {
    const many = crowd(1_000);
    const other = new Written('other', rounds, log);
    for (const outbox of many) outbox.push(text('row'));
    step();
    expect(log).toHaveLength(256);
    other.push(text('ack'));
    step();
    expect(log.indexOf('other:ack')).toBe(256);
    finish();
    expect(log).toHaveLength(1_001);
  });

  it('give those who have been written to the rest with the next round', () => {
    const many = crowd(1_000);
    for (const outbox of many) outbox.push(text('row'));
    step();
    many[0]?.push(text('ack'));
    many[999]?.push(text('ack'));
    finish();
    expect(log.slice(-2)).toEqual(['999:rowack', '0:ack']);
    expect(log).toHaveLength(1_001);
  });

  it('do not let many pass: then nobody would get anywhere', () => {
    const many = crowd(400);
    const others = Array.from({ length: 100 }, (_, index) => new Written(`other${index}`, rounds, log));
    for (const outbox of many) outbox.push(text('row'));
    step();
    for (const outbox of others) outbox.push(text('ack'));
    step();
    expect(log.slice(256).every((entry) => entry.endsWith(':row'))).toBe(true);
    finish();
    expect(log).toHaveLength(500);
  });
});
