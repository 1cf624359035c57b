import { AdmissionQueue } from '#http/admission/admission-queue.js';
import type { WorkKind } from '#http/admission/work-class.js';

/** A loop whose rounds are begun by hand, and whose work takes the time that it says. */
class Loop {
  readonly done: string[] = [];
  readonly refused: string[] = [];
  readonly counts = new Map<WorkKind, number>();
  readonly shed: string[] = [];
  now = 0;
  #next: (() => void)[] = [];
  readonly timers: (() => void)[] = [];
  readonly queue = new AdmissionQueue(
    {
      monotonic: () => this.now,
      random: () => 0.5,
      soon: (run) => this.#next.push(run),
      after: (_, run) => this.timers.push(run),
    },
    {
      waiting: (kind, count) => this.counts.set(kind, count),
      shed: (kind, count) => this.shed.push(`${count} ${kind}`),
    },
  );

  /** Asks for work that takes so long. */
  ask(name: string, { kind = 'operation', key = 'ada', ms = 1 }: { kind?: WorkKind; key?: string; ms?: number } = {}) {
    const run = () => {
      this.now += ms;
      this.done.push(name);
    };
    if (this.queue.hasTime(kind)) return run();
    this.queue.wait(kind, key, { run, refuse: (retryAfterMs) => this.refused.push(`${name} ${retryAfterMs}`) });
  }

  get isIdle(): boolean {
    return this.#next.length === 0;
  }

  async round(): Promise<void> {
    const now = this.#next;
    this.#next = [];
    for (const run of now) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Uses up the time of a round. */
  fill(): void {
    this.ask('long', { ms: 10 });
    this.done.length = 0;
  }

  async drain(): Promise<string[]> {
    for (let rounds = 0; this.#next.length > 0 && rounds < 10_000; rounds += 1) await this.round();
    return this.done;
  }
}

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
    loop.now += 400;
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

  it('lets more wait than it does in 150 ms until the oldest has waited for 400', async () => {
    await carry(4_000);
    await loop.round();
    loop.fill();
    for (let at = 0; at < 1_500; at += 1) loop.ask(`${at}`);
    loop.now += 399;
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

describe('messages under way', () => {
  const MOST = 512;
  const beginMany = (count: number, key = 'ada') => {
    for (let at = 0; at < count; at += 1) loop.queue.messageBegan(key, loop.now);
  };

  it('hold back operations from their bound on, and nothing else', async () => {
    beginMany(MOST - 1);
    loop.ask('in time');
    beginMany(1);
    loop.ask('held');
    expect(loop.done).toEqual(['in time']);
    loop.ask('request', { kind: 'request' });
    loop.ask('handshake', { kind: 'handshake' });
    await loop.round();
    await loop.round();
    expect(loop.done).toEqual(['in time', 'handshake', 'request']);
    expect(loop.counts.get('operation')).toBe(1);
  });

  it('let the next operation begin when one ends, and cost no rounds until then', async () => {
    beginMany(MOST);
    loop.ask('first');
    loop.ask('second');
    for (let rounds = 0; rounds < 5; rounds += 1) await loop.round();
    expect(loop.isIdle).toBe(true);
    expect(loop.done).toEqual([]);
    loop.queue.messageEnded('ada', loop.now);
    await loop.drain();
    // Neither of the two is a message of a socket here, so that nothing holds the second one.
    expect(loop.done).toEqual(['first', 'second']);
  });

  it('hold back nothing while the store stands still: what waits for it is bounded there', async () => {
    beginMany(MOST);
    loop.ask('held');
    await loop.round();
    expect(loop.timers).toHaveLength(1);
    loop.now += 249;
    for (const run of loop.timers.splice(0)) run();
    await loop.round();
    expect(loop.done).toEqual([]);
    loop.now += 1;
    for (const run of loop.timers.splice(0)) run();
    await loop.round();
    expect(loop.done).toEqual(['held']);
    await loop.round();
    loop.ask('not held');
    expect(loop.done).toEqual(['held', 'not held']);
  });

  it('count from the first one after a pause: what stood still before was nothing', () => {
    loop.now = 10_000;
    beginMany(MOST);
    loop.ask('held');
    expect(loop.done).toEqual([]);
  });

  it('may be as many as end in a tenth of a second', () => {
    beginMany(10_000);
    for (let at = 0; at < 10_000; at += 1) {
      loop.now += 0.1;
      loop.queue.messageEnded('ada', loop.now);
    }
    loop.now += 1_000;
    beginMany(1);
    loop.queue.messageEnded('ada', loop.now);
    beginMany(999);
    loop.ask('in time');
    beginMany(10);
    loop.ask('held');
    expect(loop.done).toEqual(['in time']);
  });

  it('do not hold back a room with few of them beside those of an average message', async () => {
    beginMany(MOST, 'flood');
    loop.ask('flood', { key: 'flood' });
    for (let at = 0; at < 4; at += 1) loop.ask(`quiet ${at}`, { key: 'quiet' });
    await loop.round();
    expect(loop.done).toEqual(['quiet 0', 'quiet 1', 'quiet 2', 'quiet 3']);
    await loop.round();
    expect([loop.done.length, loop.isIdle, loop.counts.get('operation')]).toEqual([4, true, 1]);
  });

  it('of a room count as few up to a quarter of what the room of an average message has', async () => {
    // An average message: (500² + 100²) / 600 = 433 in its room.
    beginMany(500, 'flood');
    beginMany(100, 'some');
    loop.ask('some', { key: 'some' });
    await loop.round();
    expect(loop.done).toEqual(['some']);
    beginMany(20, 'some');
    loop.ask('too many', { key: 'some' });
    await loop.round();
    expect(loop.done).toEqual(['some']);
  });

  it('hold back all rooms where they are spread evenly', async () => {
    for (let room = 0; room < MOST / 4; room += 1) beginMany(4, `room ${room}`);
    loop.ask('new', { key: 'new' });
    beginMany(1, 'room 0');
    loop.ask('room 0', { key: 'room 0' });
    await loop.round();
    expect(loop.done).toEqual(['new']);
    expect(loop.counts.get('operation')).toBe(1);
  });

  it('hold back every room from twice their bound on', async () => {
    beginMany(2 * MOST - 1, 'flood');
    loop.ask('quiet', { key: 'quiet' });
    await loop.round();
    expect(loop.done).toEqual(['quiet']);
    beginMany(1, 'flood');
    loop.ask('held', { key: 'quiet' });
    await loop.round();
    expect(loop.done).toEqual(['quiet']);
  });

  it('hold back a room in its turns again when they are no longer many', async () => {
    beginMany(MOST, 'flood');
    for (let at = 0; at < 3; at += 1) loop.ask(`flood ${at}`, { key: 'flood' });
    loop.ask('quiet', { key: 'quiet' });
    await loop.drain();
    expect(loop.done).toEqual(['quiet']);
    loop.queue.messageEnded('flood', loop.now);
    await loop.drain();
    expect(loop.done).toEqual(['quiet', 'flood 0', 'flood 1', 'flood 2']);
  });

  it('are forgotten with their room when they have ended', async () => {
    for (let times = 0; times < 3; times += 1) {
      beginMany(MOST, `room ${times}`);
      for (let at = 0; at < MOST; at += 1) loop.queue.messageEnded(`room ${times}`, loop.now);
    }
    beginMany(MOST, 'flood');
    loop.ask('room 0', { key: 'room 0' });
    loop.ask('flood', { key: 'flood' });
    await loop.round();
    expect(loop.done).toEqual(['room 0']);
  });
});
