import { createLoggers } from '#src/observability/logger.js';
import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { poll } from '../../support/time/poll.js';
import { RawSocket } from '../raw-socket.js';
import { roomOf, type Talker, talk, type Wire } from '../talker.js';

describe('a consumer that does not read', () => {
  let lines: string[] = [];
  let booted: Booted;
  let [ada, bob, cem] = [] as unknown as [Person, Person, Person];
  let [adaTalks, cemTalks] = [] as unknown as [Talker, Talker];
  let slow: RawSocket;
  const room = 'slow';

  beforeEach(async () => {
    lines = [];
    const loggers = createLoggers('info', { write: (line: string) => lines.push(line) });
    booted = await bootApp({ parts: { loggers } });
    [ada, bob, cem] = [await booted.person('ada'), await booted.person('bob'), await booted.person('cem')];
    await roomOf(booted, room, [ada, bob, cem]);
    [adaTalks, cemTalks] = [await talk(booted, ada), await talk(booted, cem)];
    for (const talker of [adaTalks, cemTalks]) await talker.ask('room:open', { room });
    slow = new RawSocket(booted.url);
    await slow.enter(bob.accessToken);
    slow.send('420["room:open",{"room":"slow"}]');
    await poll(() => slow.heard().some((text) => text.startsWith('30[')), { until: 'the room is open' });
    slow.tcp.pause();
  });
  afterEach(async () => {
    slow.close();
    adaTalks.close();
    cemTalks.close();
    await booted[Symbol.asyncDispose]();
  });

  const sayMuch = (): Promise<Wire> => adaTalks.ask('message:new', { room, body: 'x'.repeat(16_000) });
  const isGone = () => !booted.app.gateway.presence.isOnline(bob.accountId);

  it('is closed past a mebibyte of unsent data, and nobody waits for it', async () => {
    let said = 0;
    await poll(
      async () => {
        said += 8;
        const acks = await Promise.all(Array.from({ length: 8 }, () => sayMuch()));
        expect(acks.every(({ ok }) => ok)).toBe(true);
        return isGone();
      },
      { until: 'the slow one is cut', withinMs: 60_000, everyMs: 0 },
    );
    await poll(() => cemTalks.ofRoom(room).length === said, { until: 'cem has heard everything' });
    slow.tcp.resume();
    await poll(() => slow.isClosed, { until: 'the connection is over' });
  }, 90_000);

  it('hears why, when it reads again in time', async () => {
    await poll(
      async () => {
        await Promise.all(Array.from({ length: 8 }, () => sayMuch()));
        return lines.some((line) => line.includes('slow consumer'));
      },
      { until: 'the slow one is cut', withinMs: 60_000, everyMs: 0 },
    );
    slow.tcp.resume();
    await poll(() => slow.isClosed, { until: 'the connection is over' });
    expect(slow.heard().at(-1)).toBe('2["session:closed",{"reason":"slow_consumer"}]');
  }, 90_000);

  it('is closed also when it is drowned in its own errors', async () => {
    const nonsense = `42["${'x'.repeat(64)}"]`;
    await poll(
      () => {
        for (let index = 0; index < 2_000; index += 1) slow.send(nonsense);
        return isGone();
      },
      { until: 'the slow one is cut', withinMs: 60_000, everyMs: 5 },
    );
    expect((await adaTalks.ask('message:new', { room, body: 'and nobody noticed' })).ok).toBe(true);
  }, 90_000);
});
