import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { roomOf, talk } from './talker.js';

describe('sockets and their sessions', () => {
  const clock = new TestClock();
  let booted: Booted;
  let names = 0;

  beforeAll(async () => {
    booted = await bootApp({ parts: { env: clock.env } });
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const somebody = () => booted.person(`person${++names}`);
  const refreshed = async (person: Person): Promise<string> => {
    const answer = await booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: person.refreshToken });
    return answer.body.access_token;
  };

  it('a logout closes the sockets of that session at once, says why, and leaves the others', async () => {
    const phone = await somebody();
    const laptop = await booted.person(phone.name);
    const [first, second, other] = [await talk(booted, phone), await talk(booted, phone), await talk(booted, laptop)];
    await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: phone.refreshToken });
    for (const talker of [first, second]) {
      await talker.hangsUp();
      expect(talker.heard.at(-1)).toEqual({ name: 'session:closed', payload: { reason: 'session_closed' } });
    }
    expect((await other.ask('room:close', { room: 'x' })).ok).toBe(true);
    other.close();
  });

  it('a token that ends is announced a minute before, and its socket closed when it has', async () => {
    const talker = await talk(booted, await somebody());
    clock.move(3_600_000 - 62_000);
    expect(talker.all('session:expiring')).toEqual([]);
    clock.move(3_000);
    const { expires_at, expires_in } = await talker.hears('session:expiring');
    expect(expires_in).toBeLessThanOrEqual(60);
    expect(expires_at).toBeGreaterThan(clock.env.now());
    clock.move(61_000);
    await talker.hangsUp();
    expect(talker.heard.at(-1)).toEqual({ name: 'session:closed', payload: { reason: 'token_expired' } });
    expect(talker.all('session:expiring')).toHaveLength(1);
  });

  it('session:renew goes on with a fresh token, and the next end is announced again', async () => {
    const person = await somebody();
    const talker = await talk(booted, person);
    clock.move(3_600_000 - 59_000);
    await talker.hears('session:expiring');
    const { ok, expires_in } = await talker.ask('session:renew', { token: await refreshed(person) });
    expect(ok).toBe(true);
    expect(expires_in).toBeGreaterThan(3_590);
    expect(expires_in).toBeLessThanOrEqual(3_600);
    clock.move(3_600_000 - 59_000);
    await poll(() => talker.all('session:expiring').length === 2, { until: 'the second end is announced' });
    expect(talker.socket.connected).toBe(true);
    clock.move(61_000);
    await talker.hangsUp();
  });

  it('session:renew refuses tokens of others, of other sessions, and what is none', async () => {
    const person = await somebody();
    const talker = await talk(booted, person);
    const sameAccount = await booted.person(person.name);
    const other = await somebody();
    for (const token of [other.accessToken, sameAccount.accessToken, 'x'.repeat(96)]) {
      expect((await talker.ask('session:renew', { token })).error.code).toBe('unauthorized');
    }
    expect((await talker.ask('session:renew', { token: 7 })).error.code).toBe('validation_failed');
    const old = person.accessToken;
    clock.move(1_800_000);
    await talker.ask('session:renew', { token: await refreshed(person) });
    clock.move(1_900_000);
    expect((await talker.ask('session:renew', { token: old })).error.code).toBe('token_expired');
    talker.close();
  });

  it('a new username is in force for what an open socket does next', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    await roomOf(booted, 'names', [ada, bob]);
    const [adaTalks, bobTalks] = [await talk(booted, ada), await talk(booted, bob)];
    for (const talker of [adaTalks, bobTalks]) await talker.ask('room:open', { room: 'names' });
    await booted.ask(ada, 'PUT', '/api/me/username', { username: 'ada.lovelace' });
    await adaTalks.ask('typing', { room: 'names', on: true });
    expect((await bobTalks.hears('typing')).username).toBe('ada.lovelace');
    for (const talker of [adaTalks, bobTalks]) talker.close();
  });
});
