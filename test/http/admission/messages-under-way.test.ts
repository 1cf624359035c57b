/** Operations wait while many messages are under way, on the node or in their room. */
import { Loop } from './loop.js';

let loop: Loop;
beforeEach(() => {
  loop = new Loop();
});

describe('messages under way', () => {
  const MOST = 512;
  const OF_A_ROOM = 256;
  const beginMany = (count: number, key: string) => {
    for (let at = 0; at < count; at += 1) loop.queue.messageBegan(key, loop.now);
  };
  /** In eight rooms, none of which has as many as a room may have. */
  const beginEvenly = (count: number) => {
    for (let at = 0; at < count; at += 1) loop.queue.messageBegan(`room ${at % 8}`, loop.now);
  };
  const askInRoom = (name: string) => loop.ask(name, { key: 'room 0' });

  it('hold back operations from their bound on, and nothing else', async () => {
    beginEvenly(MOST - 1);
    askInRoom('in time');
    beginEvenly(1);
    askInRoom('held');
    expect(loop.done).toEqual(['in time']);
    loop.ask('request', { kind: 'request' });
    loop.ask('handshake', { kind: 'handshake' });
    await loop.round();
    await loop.round();
    expect(loop.done).toEqual(['in time', 'handshake', 'request']);
    expect(loop.counts.get('operation')).toBe(1);
  });

  it('of one room hold back that room from half of it on, and no other', async () => {
    beginMany(OF_A_ROOM - 1, 'flood');
    beginMany(OF_A_ROOM - 2, 'busy');
    loop.ask('in time', { key: 'flood' });
    beginMany(1, 'flood');
    loop.ask('held', { key: 'flood' });
    loop.ask('busy', { key: 'busy' });
    loop.ask('quiet', { key: 'quiet' });
    await loop.drain();
    expect(loop.done).toEqual(['in time', 'busy', 'quiet']);
    loop.queue.messageEnded('flood', loop.now);
    await loop.drain();
    expect(loop.done).toEqual(['in time', 'busy', 'quiet', 'held']);
    loop.ask('at once', { key: 'quiet' });
    expect(loop.done.at(-1)).toBe('at once');
  });

  it('make rounds short while a room has all that it may have', async () => {
    const begunInRound = async () => {
      loop.ask('long', { kind: 'request', ms: 10 });
      loop.done.length = 0;
      for (let at = 0; at < 8; at += 1) loop.ask(`${at}`, { key: 'others' });
      await loop.round();
      const begun = loop.done.length;
      await loop.drain();
      return begun;
    };
    beginMany(OF_A_ROOM - 1, 'flood');
    expect(await begunInRound()).toBe(5);
    beginMany(1, 'flood');
    expect(await begunInRound()).toBe(2);
    loop.done.length = 0;
    for (let at = 0; at < 4; at += 1) loop.ask(`${at}`, { kind: 'request' });
    expect(loop.done).toHaveLength(2);
    await loop.drain();
    loop.queue.messageEnded('flood', loop.now);
    expect(await begunInRound()).toBe(5);
  });

  it('let the next operation begin when one ends, and cost no rounds until then', async () => {
    beginEvenly(MOST);
    askInRoom('first');
    askInRoom('second');
    for (let rounds = 0; rounds < 5; rounds += 1) await loop.round();
    expect(loop.isIdle).toBe(true);
    expect(loop.done).toEqual([]);
    loop.queue.messageEnded('room 0', loop.now);
    await loop.drain();
    // Neither of the two is a message of a socket here, so that nothing holds the second one.
    expect(loop.done).toEqual(['first', 'second']);
  });

  it.each([
    ['all rooms', () => beginEvenly(MOST)],
    ['a room', () => beginMany(OF_A_ROOM, 'room 0')],
    ['the node', () => beginMany(2 * MOST, 'flood')],
  ])('hold back nothing while the store stands still, which is bounded there: in %s', async (_, begin) => {
    begin();
    askInRoom('held');
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
    askInRoom('not held');
    expect(loop.done).toEqual(['held', 'not held']);
  });

  it('count from the first one after a pause: what stood still before was nothing', () => {
    loop.now = 10_000;
    beginEvenly(MOST);
    askInRoom('held');
    expect(loop.done).toEqual([]);
  });

  it('may be as many as end in a tenth of a second', () => {
    beginEvenly(10_000);
    for (let at = 0; at < 10_000; at += 1) {
      loop.now += 0.1;
      loop.queue.messageEnded(`room ${at % 8}`, loop.now);
    }
    loop.now += 1_000;
    beginEvenly(1);
    loop.queue.messageEnded('room 0', loop.now);
    beginEvenly(999);
    askInRoom('in time');
    beginEvenly(10);
    askInRoom('held');
    expect(loop.done).toEqual(['in time']);
  });

  it('do not hold back a room with few of them beside those of an average message', async () => {
    beginMany(MOST, 'flood');
    loop.ask('flood', { key: 'flood' });
    for (let at = 0; at < 4; at += 1) loop.ask(`quiet ${at}`, { key: 'quiet', ms: 0.25 });
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
    beginEvenly(MOST);
    for (let at = 0; at < 3; at += 1) askInRoom(`held ${at}`);
    loop.ask('quiet', { key: 'quiet' });
    await loop.drain();
    expect(loop.done).toEqual(['quiet']);
    loop.queue.messageEnded('room 1', loop.now);
    await loop.drain();
    expect(loop.done).toEqual(['quiet', 'held 0', 'held 1', 'held 2']);
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
