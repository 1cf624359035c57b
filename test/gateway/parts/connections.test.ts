/** The connections of a node: who has which, when their tokens end, and how all of them are sent elsewhere. */
import { Connections } from '#http/gateway/connection/connections.js';
import { drainSockets } from '#http/gateway/connection/draining.js';
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import { SessionClock, WARN_BEFORE_MS } from '#http/gateway/connection/session-clock.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { type Wired, wired } from './wired-connection.js';

describe('the connections of a node', () => {
  it('know the first and the last one of an account, and those of a session', () => {
    const connections = new Connections();
    const [phone, other, laptop, bob] = [wired('ada'), wired('ada'), wired('ada', { session: 'laptop' }), wired('bob')];
    expect([phone, other, laptop, bob].map(({ connection }) => connections.add(connection))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([connections.size, connections.accountCount, [...connections.accounts()]]).toEqual([4, 2, ['ada', 'bob']]);
    expect([connections.countOfSession('ada', 'ada-phone'), connections.countOfSession('ada', 'laptop')]).toEqual([
      2, 1,
    ]);
    expect([...connections.all()]).toEqual([phone, other, laptop, bob].map(({ connection }) => connection));
    const before = connections.of('ada');
    expect([phone, phone, other, laptop].map(({ connection }) => connections.delete(connection))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([before.length, connections.of('ada'), connections.isOnline('ada'), connections.size]).toEqual([
      3,
      [],
      false,
      1,
    ]);
    expect([connections.isOnline('bob'), connections.of('bob')]).toEqual([true, [bob.connection]]);
  });
});

describe('a connection', () => {
  it('is named by its number, and its operations by theirs', () => {
    const { connection } = wired('ada');
    connection.number = 36;
    const [first, second] = [connection.nextRequestId(), connection.nextRequestId()];
    expect([connection.id, first, second]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-10$/),
      `${connection.id}.1`,
      `${connection.id}.2`,
    ]);
  });

  it('tells why it is closed, once, and takes nothing after that', () => {
    const ada = wired('ada');
    ada.connection.send('stars:changed', { balance: 1 });
    ada.connection.close('draining');
    ada.connection.close('token_expired');
    ada.connection.send('stars:changed', { balance: 2 });
    expect(ada.heard()).toEqual([
      ['stars:changed', { balance: 1 }],
      ['session:closed', { reason: 'draining' }],
    ]);
    expect([ada.connection.closeReason, ada.closes]).toEqual(['draining', [false]]);
  });

  it('that has gone is told nothing', () => {
    const ada = wired('ada');
    ada.connection.isClosed = true;
    ada.connection.close('draining');
    expect([ada.heard(), ada.connection.closeReason, ada.closes]).toEqual([[], null, []]);
  });

  it('that is too slow is told so', () => {
    const ada = wired('ada');
    ada.connection.onSlow();
    expect(ada.heard()).toEqual([['session:closed', { reason: 'slow_consumer' }]]);
  });

  it('forgets the rooms that it has left', () => {
    const { connection } = wired('ada');
    connection.forgetOpened('r1');
    for (const room of ['r1', 'r2']) connection.setOpened(room, newSubscription(connection));
    connection.forgetOpened('r1');
    expect([...connection.opened.keys()]).toEqual(['r2']);
    connection.forgetOpened('r2');
    expect(connection.opened.size).toBe(0);
  });
});

describe('the clock of sessions', () => {
  function scene(...lasts: number[]) {
    const env = new VirtualEnv();
    const connections = new Connections();
    const people = lasts.map((ms, at) => wired(`p${at}`, { expiresAt: env.now() + ms }));
    for (const { connection } of people) connections.add(connection);
    return { env, people, clock: new SessionClock(connections, env) };
  }
  const heard = (people: Wired[]) => people.map((each) => each.heard());

  it('warns a minute before a token ends, once, and closes its socket at the end', async () => {
    const { env, people, clock } = scene(WARN_BEFORE_MS + 1_000, WARN_BEFORE_MS + 1_001);
    await env.advance(1_000);
    const warning = (expiresAt: number, expiresIn: number) => [
      'session:expiring',
      { expires_at: expiresAt, expires_in: expiresIn },
    ];
    const end = env.now() + WARN_BEFORE_MS;
    expect(heard(people)).toEqual([[warning(end, 60)], []]);
    await env.advance(1_000);
    expect(heard(people)).toEqual([[], [warning(end + 1, 60)]]);
    await env.advance(WARN_BEFORE_MS - 2_000);
    expect(heard(people)).toEqual([[], []]);
    await env.advance(1_000);
    expect(heard(people)).toEqual([[['session:closed', { reason: 'token_expired' }]], []]);
    clock.stop();
    await env.advance(10_000);
    expect([heard(people), env.timers]).toEqual([[[], []], 0]);
  });

  it('warns again for a renewed token; an earlier one changes nothing', async () => {
    const { env, people, clock } = scene(WARN_BEFORE_MS);
    const [{ connection, heard: told }] = people as [Wired];
    await env.advance(1_000);
    expect(told()).toHaveLength(1);
    const end = connection.expiresAt;
    for (const earlier of [end - 1, end]) connection.renew(earlier);
    expect([connection.expiresAt, connection.isWarned]).toEqual([end, true]);
    connection.renew(end + WARN_BEFORE_MS);
    await env.advance(WARN_BEFORE_MS - 1_000);
    expect(told()).toEqual([['session:expiring', { expires_at: end + WARN_BEFORE_MS, expires_in: 60 }]]);
    clock.check(connection);
    expect(told()).toEqual([]);
    clock.stop();
  });
});

describe('a node that sends its sockets elsewhere', () => {
  const DRAIN_MS = 10_000;

  function scene(count: number, random = 0) {
    const env = Object.assign(new VirtualEnv(), { random: () => random });
    const connections = new Connections();
    const people = Array.from({ length: count }, (_, at) => wired(`p${at}`));
    const closedAt: number[] = [];
    for (const { connection } of people) {
      connections.add(connection);
      const close = connection.close.bind(connection);
      connection.close = (reason) => {
        close(reason);
        closedAt.push(env.monotonic());
        connections.delete(connection);
      };
    }
    return { env, connections, people, closedAt };
  }

  it.each([
    [0, 500],
    [0.5, 2_750],
    [1, 5_000],
  ])('tells all of them at once when they may come back (dice %d)', async (random, ms) => {
    const { env, connections, people } = scene(2, random);
    const drained = drainSockets(connections, env, DRAIN_MS);
    const told = ['server:draining', { retry_after_ms: ms }];
    expect(people.map((each) => each.heard())).toEqual([[told], [told]]);
    await env.advance(10_000);
    await drained;
    expect(people.map((each) => each.heard())).toEqual([
      [['session:closed', { reason: 'draining' }]],
      [['session:closed', { reason: 'draining' }]],
    ]);
  });

  it.each([
    [10_000, [1_000, 2_000, 3_000, 4_000]],
    [100_000, [1_250, 2_500, 3_750, 5_000]],
  ])('closes them one after the other, of a drain of %d ms', async (drainMs, expected) => {
    const { env, connections, closedAt } = scene(4);
    const drained = drainSockets(connections, env, drainMs);
    await env.advance(6_000);
    await drained;
    expect(closedAt).toEqual(expected);
  });

  it.each([
    ['ten', 10_000, 4_000, 3_500],
    ['twenty-five', 25_000, 5_000, 8_000],
    ['two', 2_000, 800, 2_000],
  ])(
    'lets operations finish that are in progress, of a drain of %s seconds',
    async (_, drainMs, closingMs, answerMs) => {
      const { env, connections, people, closedAt } = scene(2);
      for (const { connection } of people) connection.pending = 1;
      const drained = drainSockets(connections, env, drainMs);
      await env.advance(closingMs / 2 + answerMs - 60);
      (people[0] as Wired).connection.pending = 0;
      await env.advance(20_000);
      await drained;
      expect(closedAt).toEqual([closingMs / 2 + answerMs - 40, closingMs + answerMs]);
    },
  );

  it('lets operations finish that wait for their turn', async () => {
    const { env, connections, people, closedAt } = scene(1);
    const [{ connection }] = people as [Wired];
    connection.waiting = 1;
    const drained = drainSockets(connections, env, DRAIN_MS);
    await env.advance(5_000);
    connection.waiting = 0;
    connection.pending = 1;
    await env.advance(1_000);
    connection.pending = 0;
    await env.advance(5_000);
    await drained;
    expect(closedAt).toEqual([6_020]);
  });

  it('waits for its sockets to go, for two seconds', async () => {
    const { env, connections } = scene(0);
    const stays = wired('ada');
    connections.add(stays.connection);
    let isOver = false;
    void drainSockets(connections, env, DRAIN_MS).then(() => (isOver = true));
    await env.advance(5_999);
    expect(isOver).toBe(false);
    await env.advance(20);
    expect(isOver).toBe(true);
    const gone = wired('bob');
    const others = new Connections();
    others.add(gone.connection);
    let isGone = false;
    void drainSockets(others, env, DRAIN_MS).then(() => (isGone = true));
    await env.advance(4_500);
    expect(isGone).toBe(false);
    others.delete(gone.connection);
    await env.advance(20);
    expect(isGone).toBe(true);
  });
});
