import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { refusal, roomOf, talk } from '../talker.js';

describe('a planned restart', () => {
  let booted: Booted;
  let people: Person[];

  beforeEach(async () => {
    booted = await bootApp({ settings: { DRAIN_S: '5' } });
    people = await Promise.all(['ada', 'bob', 'cem', 'eda'].map((name) => booted.person(name)));
    await roomOf(booted, 'kahve', people);
  });
  afterEach(() => booted[Symbol.asyncDispose]());

  it('tells every socket when to come back, not all at the same time, then closes it', async () => {
    const talkers = await Promise.all(people.map((person) => talk(booted, person)));
    const startedAt = performance.now();
    await booted.app.gateway.drain();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const times = new Set<number>();
    for (const talker of talkers) {
      await talker.hangsUp();
      const [told, closed] = talker.heard.slice(-2);
      expect(told?.name).toBe('server:draining');
      expect(told?.payload.retry_after_ms).toBeGreaterThan(0);
      times.add(told?.payload.retry_after_ms);
      expect(closed).toEqual({ name: 'session:closed', payload: { reason: 'draining' } });
    }
    expect(times.size).toBeGreaterThan(1);
    expect(booted.app.gateway.size).toBe(0);
  });

  it('refuses handshakes as soon as it begins', async () => {
    const [ada] = people as [Person];
    const talker = await talk(booted, ada);
    const draining = booted.app.gateway.drain();
    const data = await refusal(booted.url, { token: ada.accessToken });
    expect(data).toEqual({ code: 'unavailable', message: expect.any(String), retry_after_ms: expect.any(Number) });
    await draining;
    talker.close();
  });

  it('fails nothing that was asked before the socket is closed', async () => {
    const [ada] = people as [Person];
    const talker = await talk(booted, ada);
    const said = Array.from({ length: 50 }, (_, index) =>
      talker.ask('message:new', { room: 'kahve', body: `${index}` }),
    );
    const draining = booted.app.gateway.drain();
    const acks = await Promise.allSettled(said);
    await draining;
    expect(acks.filter(({ status }) => status === 'fulfilled').length).toBe(50);
  });
});
