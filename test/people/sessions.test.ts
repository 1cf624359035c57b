import type { Session } from '#actors/user/commands.js';
import { sweepSessions } from '#jobs/sweep-sessions.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Barrier, FaultyStore } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import {
  type AccountsFixture,
  buildAccountsFixture,
  DAY_MS,
  enter,
  logIn,
  rotation,
  stopAccountsFixtures,
} from './accounts-fixture.js';

const REFUSED = { ok: false, code: 'invalid_refresh_token' };

describeOnBothEngines('a session', (openStore) => {
  afterEach(stopAccountsFixtures);

  async function loggedIn(): Promise<{ fixture: AccountsFixture; ada: string; session: Session }> {
    const fixture = buildAccountsFixture(await openStore());
    const ada = await enter(fixture, 'ada');
    return { fixture, ada, session: await logIn(fixture, ada) };
  }

  it('is there for everybody who asks, also after a restart, and its token is stored as a hash only', async () => {
    const { fixture, ada, session } = await loggedIn();
    const seen = await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id });
    expect(seen).toMatchObject({ session: { _id: session._id, account: ada, language: null }, account: { _id: ada } });
  });

  it('goes on with the next token, and every used one is dead', async () => {
    const { fixture, ada, session } = await loggedIn();
    await fixture.users.ask(ada, rotation(fixture, session, 'first', 'second'));
    await fixture.users.ask(ada, rotation(fixture, session, 'second', 'third'));
    expect(await fixture.users.tryAsk(ada, rotation(fixture, session, 'first', 'other'))).toMatchObject(REFUSED);
    expect(await fixture.users.tryAsk(ada, rotation(fixture, session, 'second', 'other'))).toMatchObject(REFUSED);
    expect(await fixture.users.tryAsk(ada, rotation(fixture, session, 'invented', 'other'))).toMatchObject(REFUSED);
    await fixture.users.ask(ada, rotation(fixture, session, 'third', 'fourth'));
  });

  it('has exactly one winner when one token is used fifty times at once on two owners', async () => {
    const store = await openStore();
    const fixtures = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const ada = await enter(fixtures[0], 'ada');
    const session = await logIn(fixtures[0], ada);
    const attempts = Array.from({ length: 50 }, (_, n) => {
      const fixture = fixtures[n % 2 === 0 ? 0 : 1];
      return fixture.users.tryAsk(ada, rotation(fixture, session, 'first', `next ${n}`));
    });
    const answers = await Promise.all(attempts);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(
      answers.filter(({ ok }) => !ok).every((answer) => !answer.ok && answer.code === 'invalid_refresh_token'),
    ).toBe(true);
    const stored = await store.get<Session>('sessions', session._id);
    expect(stored?.refreshHash).toBe(`${session._id} next ${answers.findIndex(({ ok }) => ok)}`);
  });

  it('has one winner when the other owner reads while the first one rotates it', async () => {
    const store = await openStore();
    const slow = new FaultyStore(store);
    const [first, second] = [buildAccountsFixture(store), buildAccountsFixture(slow, { owner: 'two' })];
    const ada = await enter(first, 'ada');
    const session = await logIn(first, ada);
    const barrier = new Barrier();
    slow.fault = barrier.at((call) => call.op === 'get' && call.from === 'accounts');
    const late = second.users.tryAsk(ada, rotation(second, session, 'first', 'stolen'));
    await poll(() => barrier.arrived === 1, { until: 'the account is read' });
    await first.users.ask(ada, rotation(first, session, 'first', 'second'));
    barrier.open();
    expect(await late).toMatchObject(REFUSED);
  });

  it.each([
    ['answers the very same rotation again until 15 s after it', 14_000, true],
    ['closes it when the same comes later', 15_100, false],
  ])('%s', async (_, laterMs, again) => {
    const { fixture, ada, session } = await loggedIn();
    const first = await fixture.users.ask(ada, rotation(fixture, session, 'first', 'second'));
    fixture.clock.move(laterMs);
    const answer = await fixture.users.tryAsk(ada, rotation(fixture, session, 'first', 'second'));
    expect(answer).toMatchObject({ ok: true, value: { session: again ? first.session : null } });
    const seen = await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id });
    expect(seen !== null).toBe(again);
  });

  it('refuses its token from the millisecond on at which it expires', async () => {
    const { fixture, ada, session } = await loggedIn();
    fixture.clock.move(session.refreshExpiresAt - fixture.clock.env.now() - 5_000);
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
    fixture.clock.move(5_000);
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
    expect(await fixture.users.tryAsk(ada, rotation(fixture, session, 'first', 'second'))).toMatchObject(REFUSED);
  });

  it('is over once closed, and its people hear of it', async () => {
    const { fixture, ada, session } = await loggedIn();
    const used = { hash: session.refreshHash as string, isGenuine: true };
    await fixture.users.ask(ada, { type: 'close_session', sessionId: session._id, used });
    await fixture.users.ask(ada, { type: 'close_session', sessionId: session._id, used });
    // Told again: the answer to the first one may have been lost before its sockets heard of it.
    const note = { to: ada, type: 'session:closed', sessionIds: [session._id], reason: 'session_closed' };
    expect(fixture.notes).toEqual([note, note]);
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
    expect(await fixture.users.tryAsk(ada, rotation(fixture, session, 'first', 'second'))).toMatchObject(REFUSED);
  });

  it('is not closed by a token that was never its own, but by one whose answer got lost', async () => {
    const { fixture, ada, session } = await loggedIn();
    await fixture.users.ask(ada, rotation(fixture, session, 'first', 'second'));
    await fixture.users.ask(ada, {
      type: 'close_session',
      sessionId: session._id,
      used: { hash: 'invented', isGenuine: false },
    });
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
    const first = { hash: `${session._id} first`, isGenuine: false };
    await fixture.users.ask(ada, { type: 'close_session', sessionId: session._id, used: first });
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).toBeNull();
  });

  it('makes room for the hundred-and-first login when it was used longest ago', async () => {
    const { fixture, ada, session } = await loggedIn();
    const second = await logIn(fixture, ada);
    fixture.clock.move(1_000);
    await fixture.users.ask(ada, rotation(fixture, session, 'first', 'second'));
    for (let n = 2; n < 100; n += 1) await logIn(fixture, ada);
    expect(fixture.notes).toEqual([]);
    await logIn(fixture, ada);
    expect(fixture.notes).toMatchObject([{ type: 'session:closed', sessionIds: [second._id] }]);
    expect(await fixture.users.ask(ada, { type: 'view_session', sessionId: session._id })).not.toBeNull();
  });

  it('that is good for another second stays when others of its account are swept', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const { clock } = fixture;
    const ada = await enter(fixture, 'ada');
    const session = await logIn(fixture, ada);
    clock.move(1_000);
    const later = await logIn(fixture, ada);
    clock.move(session.expiresAt - clock.env.now());
    expect(await sweepSessions({ users: fixture.users, reader: store, now: clock.env.now })).toBe(1);
    expect((await store.range<Session>('sessions', { index: '_id' })).map(({ _id }) => _id)).toEqual([later._id]);
  });

  it('leaves the store once it has expired, in as many batches as it takes', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const sweep = () => sweepSessions({ users: fixture.users, reader: store, now: fixture.clock.env.now });
    for (const name of ['ada', 'bob', 'cem']) {
      const id = await enter(fixture, name);
      for (let n = 0; n < 80; n += 1) await logIn(fixture, id);
    }
    expect(await sweep()).toBe(0);
    fixture.clock.move(91 * DAY_MS);
    const eda = await logIn(fixture, await enter(fixture, 'eda'));
    expect(await sweep()).toBe(240);
    expect((await store.range<Session>('sessions', { index: '_id' })).map(({ _id }) => _id)).toEqual([eda._id]);
    expect(fixture.errors).toEqual([]);
  });
});
