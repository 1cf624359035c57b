import { type EngineSocket, isWebSocketAsExpected } from '#http/gateway/transport/engine.js';
import { FastPath, installedVersions } from '#http/gateway/transport/fast-path.js';
import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { poll } from '../../support/time/poll.js';
import { RawSocket } from '../raw-socket.js';
import { dial, roomOf, type Talker, talk } from '../talker.js';

describe('the fast path', () => {
  const versions = { socketIo: '4.8.4', engineIo: '6.6.12', ws: '8.21.3' };
  const decide = (isWanted: boolean, installed = versions) => {
    const why: string[] = [];
    return {
      path: new FastPath(
        isWanted,
        (said) => why.push(said),
        () => installed,
      ),
      why,
    };
  };

  it('is taken with the versions that are installed', () => {
    expect(decide(true, installedVersions()).path.isOn).toBe(true);
  });

  it.each([
    ['Socket.IO', { ...versions, socketIo: '4.9.0' }],
    ['Engine.IO', { ...versions, engineIo: '6.7.0' }],
    ['ws', { ...versions, ws: '9.0.0' }],
  ])('is left with a version of %s that nobody has read, and the log says so', (_, installed) => {
    const { path, why } = decide(true, installed);
    expect({ isOn: path.isOn, said: why.length }).toEqual({ isOn: false, said: 1 });
  });

  it('is left when the first WebSocket looks different inside, for all that follow', () => {
    const { path, why } = decide(true);
    const strange = { transport: { name: 'websocket', socket: { readyState: 1 } } } as unknown as EngineSocket;
    const ask = () => path.isFor(strange, 'websocket', () => isWebSocketAsExpected(strange));
    expect([ask(), ask(), path.isOn]).toEqual([false, false, false]);
    expect(why).toHaveLength(1);
  });

  it('is left without a word where it is switched off', () => {
    const { path, why } = decide(false);
    expect({ isOn: path.isOn, why }).toEqual({ isOn: false, why: [] });
  });
});

describe('a gateway that uses documented interfaces alone', () => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let adaTalks: Talker;
  let bobTalks: Talker;
  const room = 'kahve';

  beforeAll(async () => {
    booted = await bootApp({ settings: { SOCKET_FAST_PATH: 'off' } });
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    await roomOf(booted, room, [ada, bob]);
    [adaTalks, bobTalks] = [await talk(booted, ada), await talk(booted, bob)];
    for (const talker of [adaTalks, bobTalks])
      expect(await talker.ask('room:open', { room })).toMatchObject({ ok: true });
  });
  afterAll(async () => {
    adaTalks.close();
    bobTalks.close();
    await booted[Symbol.asyncDispose]();
  });

  const say = (body: string) => adaTalks.ask('message:new', { room, body });

  it('acknowledges a message, and tells everybody of it in order and without a hole', async () => {
    const acks = await Promise.all(Array.from({ length: 15 }, (_, n) => say(`${n} ${'ş'.repeat(n * 20)}`)));
    expect(acks.every(({ ok }) => ok)).toBe(true);
    const last = acks.at(-1)?.message.seq;
    await bobTalks.hears('message:new', ({ seq }) => seq === last);
    const heard = bobTalks.ofRoom(room).filter(({ name }) => name === 'message:new');
    const seqs = heard.map(({ payload }) => payload.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(seqs).toHaveLength(15);
  });

  it('answers refusals with and without an ack, and reads pages', async () => {
    expect(await adaTalks.ask('no:such')).toMatchObject({ ok: false, error: { code: 'unknown_operation' } });
    adaTalks.socket.emit('no:such:either');
    await adaTalks.hears('operation:error', ({ op }) => op === 'no:such:either');
    expect(await adaTalks.ask('message:list', { room, limit: 5 })).toMatchObject({ ok: true, has_more: true });
  });

  it('shows who types, and moves the read cursor', async () => {
    expect(await bobTalks.ask('typing', { room, on: true })).toEqual({ ok: true });
    await adaTalks.hears('typing', ({ username, on }) => username === 'bob' && on);
    const { message } = (await say('read me')) as { message: { id: string } };
    expect(await bobTalks.ask('message:read', { room, message_id: message.id })).toMatchObject({ ok: true, unread: 0 });
  });

  it('speaks long polling, and the change from it to a WebSocket', async () => {
    const socket = dial(booted.url, { token: bob.accessToken }, { transports: ['polling', 'websocket'] });
    await poll(() => socket.connected, { until: 'bob is in by polling' });
    await poll(() => socket.io.engine.transport.name === 'websocket', { until: 'the transport has changed' });
    expect(await socket.timeout(8_000).emitWithAck('room:open', { room })).toMatchObject({ ok: true });
    const heard = new Promise((resolve) => {
      socket.on('message:new', ({ message }) => message.body === 'after the change' && resolve(true));
    });
    await say('after the change');
    expect(await heard).toBe(true);
    socket.disconnect();
  });

  it('counts a connection once, and forgets it when it is left', async () => {
    const before = 2;
    await poll(() => booted.app.gateway.size === before, { until: 'ada and bob are alone' });
    const again = await talk(booted, bob);
    expect(booted.app.gateway.size).toBe(before + 1);
    again.close();
    await poll(() => booted.app.gateway.size === before, { until: 'it is forgotten' });
  });

  it('closes whoever sends binary, which no operation takes', async () => {
    const raw = await talk(booted, bob);
    raw.socket.emit('message:new', { room, body: Buffer.from('binary') });
    expect(await raw.hangsUp()).toBe(true);
  });

  it('cuts a consumer that takes nothing for long, while the others hear everything', async () => {
    const slow = new RawSocket(booted.url);
    await slow.enter(bob.accessToken);
    slow.send(`420["room:open",{"room":"${room}"}]`);
    await poll(() => slow.heard().some((text) => text.startsWith('30[')), { until: 'the room is open' });
    await poll(() => booted.app.gateway.size === 3, { until: 'the three of them are counted' });
    slow.tcp.pause();
    await poll(
      async () => {
        await Promise.all(Array.from({ length: 8 }, () => say('x'.repeat(16_000))));
        return booted.app.gateway.size < 3;
      },
      { until: 'the slow one is cut', withinMs: 60_000, everyMs: 0 },
    );
    expect(await bobTalks.ask('message:list', { room, limit: 1 })).toMatchObject({ ok: true });
    slow.close();
  }, 70_000);
});
