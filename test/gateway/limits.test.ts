import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { RawSocket } from './raw-socket.js';
import { roomOf, type Talker, talk, type Wire } from './talker.js';

/** A node that falls behind says so in place of the ordinary refusal: that is an answer too. */
const isAnswer = (text: string): boolean => /^3\d+\[.*(unknown_operation|overloaded)/.test(text);

describe('limits of a socket', () => {
  const clock = new TestClock();
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  const room = 'limits';

  beforeAll(async () => {
    booted = await bootApp({ settings: { RATE_LIMITS: 'on' }, parts: { env: clock.env } });
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    await roomOf(booted, room, [ada, bob]);
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const say = (talker: Talker, more: object = {}) => talker.ask('message:new', { room, body: 'x', ...more });

  it('twenty messages in ten seconds for an account, whatever it sends them through', async () => {
    const [first, second, other] = [await talk(booted, ada), await talk(booted, ada), await talk(booted, bob)];
    for (let index = 0; index < 18; index += 1) expect((await say(index % 2 === 0 ? first : second)).ok).toBe(true);
    for (let index = 0; index < 2; index += 1) {
      expect((await booted.ask(ada, 'POST', `/api/rooms/${room}/messages`, { body: 'x' })).status).toBe(201);
    }
    const { ok, error } = await say(first);
    expect([ok, error.code]).toEqual([false, 'rate_limited']);
    expect(error.retry_after_ms).toBeGreaterThan(0);
    expect(error.retry_after_ms).toBeLessThanOrEqual(10_000);
    expect((await say(second)).error.code).toBe('rate_limited');
    expect((await say(other)).ok).toBe(true);
    clock.move(error.retry_after_ms);
    expect((await say(first)).ok).toBe(true);
    for (const talker of [first, second, other]) talker.close();
  });

  it('what is malformed does not count', async () => {
    clock.move(10_000);
    const talker = await talk(booted, bob);
    for (let index = 0; index < 30; index += 1) await say(talker, { body: 7 });
    for (let index = 0; index < 20; index += 1) expect((await say(talker)).ok).toBe(true);
    expect((await say(talker)).error.code).toBe('rate_limited');
    talker.close();
  });

  it('a mebibyte in a second for an account: the rest is read later, and everything is answered', async () => {
    const count = 240;
    const socket = new RawSocket(booted.url);
    await socket.enter(ada.accessToken);
    const began = performance.now();
    for (let at = 0; at < count; at += 1) socket.send(`42${at}["nothing",{"text":"${'x'.repeat(16_384)}"}]`);
    const answers = () => socket.heard().filter(isAnswer);
    await poll(() => answers().length === count, { until: 'each is answered', withinMs: 60_000 });
    expect(performance.now() - began).toBeGreaterThan(2_000);
    expect(socket.isClosed).toBe(false);
    socket.close();
  });

  it('five hundred frames in a second, on all connections together', async () => {
    const sockets: RawSocket[] = [];
    while (sockets.length < 2) {
      const socket = new RawSocket(booted.url);
      await socket.enter(ada.accessToken);
      sockets.push(socket);
    }
    const began = performance.now();
    for (let at = 0; at < 700; at += 1)
      for (const socket of sockets) socket.send(`42${at}["nothing",{"text":"${'x'.repeat(500)}"}]`);
    const answers = (socket: RawSocket) => socket.heard().filter(isAnswer);
    const areAnswered = () => sockets.every((socket) => answers(socket).length === 700);
    await poll(areAnswered, { until: 'each is answered', withinMs: 60_000 });
    expect(performance.now() - began).toBeGreaterThan(1_500);
    for (const socket of sockets) socket.close();
  });

  it('long polling cannot be held back: at four times as much it is closed', async () => {
    const talker = await talk(booted, ada, { transports: ['polling'] });
    for (let at = 0; at < 4_000; at += 1) talker.socket.emit('nothing', {});
    expect(await talker.hangsUp()).toBe(true);
    const other = await talk(booted, bob, { transports: ['polling'] });
    expect((await other.ask('room:close', { room: 'nowhere' })).ok).toBe(true);
    other.close();
  });

  it('two hundred rooms open at once; closing one makes place', async () => {
    const talker = await talk(booted, ada);
    const slugs = Array.from({ length: 201 }, (_, index) => `open-${index}`);
    await Promise.all(slugs.map((slug) => roomOf(booted, slug, [ada])));
    const acks = await Promise.all(slugs.slice(0, 200).map((slug) => talker.ask('room:open', { room: slug })));
    expect(acks.filter(({ ok }: Wire) => !ok)).toEqual([]);
    expect((await talker.ask('room:open', { room: 'open-200' })).error.code).toBe('invalid_state');
    expect((await talker.ask('room:open', { room: 'open-7' })).ok).toBe(true);
    await talker.ask('room:close', { room: 'open-7' });
    expect((await talker.ask('room:open', { room: 'open-200' })).ok).toBe(true);
    talker.close();
  }, 60_000);

  it('operations that wait for answers are bounded for each socket', async () => {
    const talker = await talk(booted, ada);
    const acks = await Promise.all(Array.from({ length: 400 }, () => talker.ask('message:list', { room })));
    const codes = new Set(acks.filter(({ ok }: Wire) => !ok).map(({ error }: Wire) => error.code));
    expect([...codes].every((code) => code === 'overloaded')).toBe(true);
    expect(acks.filter(({ ok }: Wire) => ok).length).toBeGreaterThanOrEqual(256);
    expect((await talker.ask('message:list', { room })).ok).toBe(true);
    talker.close();
  });

  it('a frame of more than 256 KiB ends the connection', async () => {
    for (const [size, isOver] of [
      [262_144, false],
      [262_145 + '420'.length, true],
      [524_289, true],
    ] as const) {
      const socket = new RawSocket(booted.url);
      await socket.enter(ada.accessToken);
      const head = '420["message:new",{"room":"limits","body":"';
      const tail = '"}]';
      socket.send(head + 'a'.repeat(size - head.length - tail.length) + tail);
      if (isOver) await poll(() => socket.isClosed, { until: 'the connection is over' });
      else await poll(() => socket.heard().at(-1)?.includes('message_too_long'), { until: 'the refusal is heard' });
      socket.close();
    }
  });

  it('a body of 16 KiB and an article of 64 KiB are taken however they are escaped', async () => {
    clock.move(10_000);
    const socket = new RawSocket(booted.url);
    await socket.enter(ada.accessToken);
    const escaped = (text: string) =>
      [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const send = async (id: number, fields: string) => {
      socket.send(`42${id}["message:new",{"room":"limits",${fields}}]`);
      const answer = () => socket.heard().find((packet) => packet.startsWith(`3${id}[`));
      await poll(() => answer(), { until: 'the message is answered', withinMs: 10_000 });
      return answer()?.slice(0, 40);
    };
    expect(await send(1, `"body":"${escaped('a'.repeat(16_384))}"`)).toContain('"ok":true');
    const blocks = [{ type: 'paragraph', text: 'a'.repeat(65_536 - '[{"type":"paragraph","text":""}]'.length) }];
    const whole = JSON.stringify(blocks).replace(/[a-z]+/g, escaped);
    expect(whole.length).toBeGreaterThan(390_000);
    expect(await send(2, `"article":{"title":"x","blocks":${whole}}`)).toContain('"ok":true');
    const twoBytes = [{ type: 'paragraph', text: 'ğ'.repeat(32_000) }];
    const ascii = JSON.stringify(twoBytes).replace(/ğ/g, '\\u011f');
    expect(await send(3, `"article":{"title":"x","blocks":${ascii}}`)).toContain('"ok":true');
    socket.close();
  });

  it('a frame that holds too many values, or nests too deeply, is refused without being parsed', async () => {
    const talker = await talk(booted, ada);
    const many = await talker.ask('message:new', { room, article: { title: 'x', blocks: Array(25_000).fill({}) } });
    expect(many.error.code).toBe('payload_too_large');
    let deep: unknown[] = [];
    for (let depth = 0; depth < 40; depth += 1) deep = [deep];
    expect((await talker.ask('message:new', { room, body: 'x', deep })).error.code).toBe('invalid_request');
    expect((await talker.ask('message:list', { room })).ok).toBe(true);
    talker.close();
  });

  it.each([
    ['an ack id of 400 digits', `42${'9'.repeat(400)}["message:list",{"room":"limits"}]`],
    ['an ack id of 16 digits', `42${'9'.repeat(16)}["message:list",{"room":"limits"}]`],
    ['a packet of no event that is 20 KB long', `40${JSON.stringify({ token: 'x'.repeat(20_000) })}`],
  ])('%s ends the connection', async (_what, packet) => {
    const socket = new RawSocket(booted.url);
    await socket.enter(ada.accessToken);
    socket.send(packet);
    await poll(() => socket.isClosed, { until: 'the connection is over' });
    expect(socket.heard().filter((heard) => heard.startsWith('43'))).toEqual([]);
  });

  it('who connects and says nothing is closed after ten seconds', async () => {
    const socket = new RawSocket(booted.url);
    await socket.upgrade();
    const startedAt = performance.now();
    await poll(() => socket.isClosed, { until: 'the connection is over', withinMs: 15_000 });
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
  }, 20_000);
});
