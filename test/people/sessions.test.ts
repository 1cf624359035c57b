import type { Session } from '#actors/user/commands.js';
import { sweepSessions } from '#jobs/sweep-sessions.js';
import { describeOnBothEngines } from '../support/engines.js';
import { build, DAY_MS, enter, type House, logIn, rotation, stopHouses } from './house.js';

const REFUSED = { ok: false, code: 'invalid_refresh_token' };

describeOnBothEngines('a session', (openStore) => {
  afterEach(stopHouses);

  async function loggedIn(): Promise<{ house: House; ada: string; session: Session }> {
    const house = build(await openStore());
    const ada = await enter(house, 'ada');
    return { house, ada, session: await logIn(house, ada) };
  }

  it('is there for everybody who asks, also after a restart, and its token is stored as a hash only', async () => {
    const { house, ada, session } = await loggedIn();
    const seen = await house.users.ask(ada, { type: 'view_session', sessionId: session._id });
    expect(seen).toMatchObject({ session: { _id: session._id, account: ada, language: null }, account: { _id: ada } });
  });

  it('goes on with the next token, and every used one is dead', async () => {
    const { house, ada, session } = await loggedIn();
    await house.users.ask(ada, rotation(house, session, 'first', 'second'));
    await house.users.ask(ada, rotation(house, session, 'second', 'third'));
    expect(await house.users.tryAsk(ada, rotation(house, session, 'first', 'other'))).toMatchObject(REFUSED);
    expect(await house.users.tryAsk(ada, rotation(house, session, 'second', 'other'))).toMatchObject(REFUSED);
    expect(await house.users.tryAsk(ada, rotation(house, session, 'invented', 'other'))).toMatchObject(REFUSED);
    await house.users.ask(ada, rotation(house, session, 'third', 'fourth'));
  });

  it('has exactly one winner when one token is used fifty times at once on two owners', async () => {
    const store = await openStore();
    const houses = [build(store), build(store, { owner: 'two' })] as const;
    const ada = await enter(houses[0], 'ada');
    const session = await logIn(houses[0], ada);
    const attempts = Array.from({ length: 50 }, (_, n) => {
      const house = houses[n % 2 === 0 ? 0 : 1];
      return house.users.tryAsk(ada, rotation(house, session, 'first', `next ${n}`));
    });
    const answers = await Promise.all(attempts);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      answers.filter(({ ok }) => !ok).every((answer) => !answer.ok && answer.code === 'invalid_refresh_token'),
    ).toBe(true);
    const stored = await store.get<Session>('sessions', session._id);
    expect(stored?.refreshHash).toBe(`${session._id} next ${answers.findIndex(({ ok }) => ok)}`);
  });

  it.each([
    ['answers the very same rotation again until 15 s after it', 14_000, true],
    ['closes it when the same comes later', 15_100, false],
  ])('%s', async (_, laterMs, again) => {
    const { house, ada, session } = await loggedIn();
    const first = await house.users.ask(ada, rotation(house, session, 'first', 'second'));
    house.clock.move(laterMs);
    const answer = await house.users.tryAsk(ada, rotation(house, session, 'first', 'second'));
    expect(answer).toMatchObject({ ok: true, value: { session: again ? first.session : null } });
    const seen = await house.users.ask(ada, { type: 'view_session', sessionId: session._id });
    expect(seen !== null).toBe(again);
  });

  it('refuses its token from the millisecond on at which it expires', async () => {
    const { house, ada, session } = await loggedIn();
    house.clock.move(session.refreshExpiresAt - house.clock.env.now() - 5_000);
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
    house.clock.move(5_000);
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
    expect(await house.users.tryAsk(ada, rotation(house, session, 'first', 'second'))).toMatchObject(REFUSED);
  });

  it('is over once closed, and its people hear of it', async () => {
    const { house, ada, session } = await loggedIn();
    const used = { hash: session.refreshHash as string, isGenuine: true };
    await house.users.ask(ada, { type: 'close_session', sessionId: session._id, used });
    await house.users.ask(ada, { type: 'close_session', sessionId: session._id, used });
    // Told again: the answer to the first one may have been lost before its sockets heard of it.
    const note = { to: ada, type: 'session:closed', sessionIds: [session._id], reason: 'session_closed' };
    expect(house.notes).toEqual([note, note]);
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
    expect(await house.users.tryAsk(ada, rotation(house, session, 'first', 'second'))).toMatchObject(REFUSED);
  });

  it('is not closed by a token that was never its own, but by one whose answer got lost', async () => {
    const { house, ada, session } = await loggedIn();
    await house.users.ask(ada, rotation(house, session, 'first', 'second'));
    await house.users.ask(ada, {
      type: 'close_session',
      sessionId: session._id,
      used: { hash: 'invented', isGenuine: false },
    });
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
    const first = { hash: `${session._id} first`, isGenuine: false };
    await house.users.ask(ada, { type: 'close_session', sessionId: session._id, used: first });
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
  });

  it('makes room for the hundred-and-first login when it was used longest ago', async () => {
    const { house, ada, session } = await loggedIn();
    const second = await logIn(house, ada);
    house.clock.move(1_000);
    await house.users.ask(ada, rotation(house, session, 'first', 'second'));
    for (let n = 2; n < 100; n += 1) await logIn(house, ada);
    expect(house.notes).toEqual([]);
    await logIn(house, ada);
    expect(house.notes).toMatchObject([{ type: 'session:closed', sessionIds: [second._id] }]);
    expect(await house.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
  });

  it('leaves the store once it has expired, in as many batches as it takes', async () => {
    const store = await openStore();
    const house = build(store);
    const sweep = () => sweepSessions({ users: house.users, reader: store, now: house.clock.env.now });
    for (const name of ['ada', 'bob', 'cem']) {
      const id = await enter(house, name);
      for (let n = 0; n < 80; n += 1) await logIn(house, id);
    }
    expect(await sweep()).toBe(0);
    house.clock.move(91 * DAY_MS);
    const eda = await logIn(house, await enter(house, 'eda'));
    expect(await sweep()).toBe(240);
    expect((await store.range<Session>('sessions', { index: '_id' })).map(({ _id }) => _id)).toEqual([eda._id]);
    expect(house.errors).toEqual([]);
  });
});
