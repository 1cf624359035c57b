import { Loop } from './loop.js';

let loop: Loop;
beforeEach(() => {
  loop = new Loop();
});

describe('work on a node', () => {
  it('begins at once while a round has time, and waits from then on', async () => {
    for (let at = 0; at < 7; at += 1) loop.ask(`${at}`);
    expect(loop.done).toHaveLength(5);
    await loop.round();
    expect(loop.done).toHaveLength(7);
    await loop.round();
    loop.ask('later');
    expect(loop.done.at(-1)).toBe('later');
    expect(loop.refused).toEqual([]);
  });

  it('does not pass work that waits', async () => {
    loop.fill();
    loop.ask('first', { ms: 10 });
    loop.ask('second');
    await loop.round();
    expect(loop.done).toEqual(['first']);
    loop.ask('third');
    expect(await loop.drain()).toEqual(['first', 'second', 'third']);
  });

  it('begins something in each round, however long it takes', async () => {
    loop.fill();
    for (const name of ['a', 'b', 'c']) loop.ask(name, { ms: 50 });
    await loop.round();
    await loop.round();
    expect(loop.done).toEqual(['a', 'b']);
  });

  it('takes turns between rooms, and keeps the order within one', async () => {
    loop.fill();
    for (let at = 0; at < 5; at += 1) loop.ask(`flood ${at}`, { key: 'flood' });
    loop.ask('quiet', { key: 'quiet' });
    expect(await loop.drain()).toEqual(['flood 0', 'quiet', 'flood 1', 'flood 2', 'flood 3', 'flood 4']);
  });

  it('refuses what is too much for a room that has more than its share, and nothing of the others', async () => {
    loop.fill();
    for (let at = 0; at < 512; at += 1) loop.ask(`flood ${at}`, { key: 'flood' });
    loop.now += 1_000;
    expect(loop.refused).toEqual([]);
    loop.ask('too much', { key: 'flood' });
    loop.ask('quiet', { key: 'quiet' });
    expect(loop.refused).toEqual(['too much 1300']);
    expect((await loop.drain()).slice(0, 3)).toEqual(['flood 0', 'quiet', 'flood 1']);
    expect(loop.shed).toEqual(['1 operation']);
  });

  it('lets four times as much wait for a moment, such as what arrives after a pause', () => {
    loop.fill();
    for (let at = 0; at < 2_048; at += 1) loop.ask(`${at}`);
    expect(loop.refused).toEqual([]);
    loop.ask('too much');
    expect(loop.refused).toEqual(['too much 1300']);
  });

  const carry = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      loop.ask(`${at}`, { ms: 0.25 });
      if (at % 20 === 19) await loop.round();
    }
  };

  it('lets more wait than it does in 150 ms until the oldest has waited for a second', async () => {
    await carry(4_000);
    await loop.round();
    loop.fill();
    for (let at = 0; at < 1_500; at += 1) loop.ask(`${at}`);
    loop.now += 999;
    loop.ask('in time');
    expect(loop.refused).toEqual([]);
    loop.now += 1;
    loop.ask('too late');
    expect(loop.refused).toEqual(['too late 1300']);
  });

  /** Asks for so much more than it does, in rounds of 20 pieces of work of 0.25 ms. */
  const flood = async (rounds: number) => {
    for (let at = 0; at < rounds * 60; at += 1) {
      loop.ask(`${at}`, { ms: 0.25 });
      if (at % 60 === 59) await loop.round();
    }
  };

  it('lets as much wait as it does in 150 ms once more has waited for two seconds', async () => {
    await carry(4_000);
    await flood(50);
    expect(loop.queue.size('operation')).toBeGreaterThan(1_500);
    await flood(730);
    expect(loop.queue.size('operation')).toBeGreaterThan(500);
    expect(loop.queue.size('operation')).toBeLessThan(700);
  });

  it('takes what waits for a pause again when less than half of that is left', async () => {
    await carry(4_000);
    await flood(800);
    while (loop.queue.size('operation') > 350) await loop.round();
    const before = loop.refused.length;
    await flood(10);
    expect(loop.refused.length).toBeGreaterThan(before);
    while (loop.queue.size('operation') > 250) await loop.round();
    const after = loop.refused.length;
    await flood(40);
    expect(loop.refused.length).toBe(after);
  });

  it('gives the kinds of work the same time when all of them wait', async () => {
    loop.fill();
    for (let at = 0; at < 40; at += 1) {
      loop.ask('o', { ms: 1 });
      loop.ask('h', { kind: 'handshake', ms: 4 });
      loop.ask('r', { kind: 'request', ms: 2 });
    }
    while (loop.done.length < 35) await loop.round();
    const times = (name: string) => loop.done.filter((each) => each === name).length;
    expect(times('o')).toBeGreaterThanOrEqual(18);
    expect(times('h')).toBeLessThanOrEqual(7);
    expect(times('r')).toBeLessThanOrEqual(12);
  });

  it('owes nothing to a kind that had nothing to wait for', async () => {
    for (let at = 0; at < 100; at += 1) {
      loop.fill();
      loop.ask('o', { ms: 9 });
      await loop.drain();
    }
    loop.fill();
    for (let at = 0; at < 20; at += 1) loop.ask('o');
    for (let at = 0; at < 20; at += 1) loop.ask('r', { kind: 'request' });
    await loop.round();
    await loop.round();
    expect(loop.done.filter((name) => name === 'o').length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ['handshake', 2_048],
    ['request', 256],
  ] as const)(
    'begins the newest %s first and gives up the oldest, for which the client has waited longest',
    async (kind, most) => {
      loop.fill();
      for (let at = 0; at <= most; at += 1) loop.ask(`${at}`, { kind });
      expect(loop.refused).toEqual(['0 1300']);
      await loop.round();
      expect(loop.done[0]).toBe(`${most}`);
    },
  );

  it('tells how much waits', async () => {
    loop.fill();
    for (let at = 0; at < 15; at += 1) loop.ask(`${at}`);
    await loop.round();
    expect(loop.counts.get('operation')).toBe(10);
    await loop.drain();
    expect(loop.counts.get('operation')).toBe(0);
  });
});
