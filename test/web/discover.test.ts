import type { ReadEvent } from '#web/api-types.js';
import { createDwellTimer } from '#web/discover/read-events/dwell-timer.js';
import { createEventQueue, deliveryOf, type EventQueue, waitAfter } from '#web/discover/read-events/event-queue.js';
import { clearLocalData } from '#web/login/local-data.js';

describe('what was read', () => {
  const event = (id: string): ReadEvent => ({ id, type: 'topic_open', at: 1, topic: 'kahve' });
  let texts: Map<string, string>;
  let queue: EventQueue;
  let sent: string[][];
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => void texts.delete(key),
  };
  const answering = (...statuses: number[]) => {
    return async (events: ReadEvent[]) => {
      sent.push(events.map(({ id }) => id));
      return statuses.shift() ?? 200;
    };
  };
  beforeEach(() => {
    texts = new Map();
    sent = [];
    queue = createEventQueue(storage, 'k');
  });
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) queue.add(event(`e${at}`));
  };

  it('goes in batches of at most a hundred, in order, and is forgotten once it is sent', async () => {
    add(250);
    expect(await queue.flush(answering())).toBeNull();
    expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(sent[0]?.[0]).toBe('e0');
    expect(texts.size).toBe(0);
  });

  it('outlives the page', async () => {
    add(2);
    const other = createEventQueue(storage, 'k');
    expect(await other.flush(answering())).toBeNull();
    expect(sent).toEqual([['e0', 'e1']]);
    expect(queue.size()).toBe(0);
  });

  it('is kept on a fault, tried again ever later, and at once on time after a success', async () => {
    add(1);
    expect(await queue.flush(answering(503))).toBe(2000);
    expect(await queue.flush(answering(0))).toBe(4000);
    expect(await queue.flush(answering(429))).toBe(8000);
    expect(queue.size()).toBe(1);
    expect(await queue.flush(answering(200))).toBeNull();
    add(1);
    expect(await queue.flush(answering(500))).toBe(2000);
  });

  it('is dropped when the service refuses it', async () => {
    add(3);
    expect(await queue.flush(answering(400))).toBeNull();
    expect(sent).toHaveLength(1);
    expect(queue.size()).toBe(0);
  });

  it('is halved, not dropped, when a batch is too large', async () => {
    add(100);
    expect(await queue.flush(answering(413, 413))).toBeNull();
    expect(sent.map(({ length }) => length)).toEqual([100, 50, 25, 25, 25, 25]);
    add(1);
    expect(await queue.flush(answering(413))).toBeNull();
    expect(queue.size()).toBe(0);
  });

  it('keeps what is added while a batch is on its way', async () => {
    add(1);
    await queue.flush(async () => {
      if (sent.push([]) === 1) queue.add(event('late'));
      return 200;
    });
    expect(sent).toHaveLength(2);
    expect(queue.size()).toBe(0);
  });

  it('is bounded: the oldest goes first', () => {
    add(510);
    expect(queue.size()).toBe(500);
    expect(texts.get('k')).not.toContain('"e9"');
    expect(texts.get('k')).toContain('"e10"');
  });

  it.each(['nonsense', '{"a":1}', '[1,null,{"id":5}]'])('is nothing when %j lies there', async (text) => {
    texts.set('k', text);
    expect(await queue.flush(answering())).toBeNull();
    expect(sent).toEqual([]);
  });

  it('waits longer after each fault, up to five minutes', () => {
    expect([0, 1, 2, 7, 8, 60].map(waitAfter)).toEqual([2000, 4000, 8000, 256_000, 300_000, 300_000]);
    expect([200, 401, 404, 413, 429, 0, 500].map(deliveryOf).join()).toBe('sent,sent,sent,halve,later,later,later');
  });
});

describe('how long something was read', () => {
  it('counts only what was in sight, and each moment once', () => {
    let now = 1000;
    const clock = createDwellTimer(() => now);
    const pass = (ms: number) => {
      now += ms;
    };
    clock.run();
    pass(300);
    clock.hold();
    pass(5000);
    clock.run();
    clock.run();
    pass(200);
    expect(clock.take()).toBe(500);
    pass(40);
    expect(clock.take()).toBe(40);
    clock.hold();
    pass(900);
    expect(clock.take()).toBe(0);
  });
});

describe('what a browser keeps of an account', () => {
  it('goes with the account, and nothing of anybody else', () => {
    const keys = ['meydan.events.ada', 'meydan.article.ada.kahve', 'meydan.article.adam.kahve', 'meydan.session'];
    const storage = {
      length: keys.length,
      key: (at: number) => keys[at] ?? null,
      removeItem: (key: string) => void keys.splice(keys.indexOf(key), 1),
    };
    clearLocalData(storage, 'ada');
    expect(keys).toEqual(['meydan.article.adam.kahve', 'meydan.session']);
  });
});
