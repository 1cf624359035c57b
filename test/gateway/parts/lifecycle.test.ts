/** Sockets that are accepted, refused and closed: whom the gateway tells, and what it writes down. */
import { Connections } from '#http/gateway/connection/connections.js';
import { ConnectionLifecycle } from '#http/gateway/connection-lifecycle.js';
import type { Admitted } from '#http/gateway/handshake/handshake.js';
import { textFrame } from '#http/gateway/transport/frames.js';
import { RefusalError } from '#src/errors.js';
import { wired } from './wired-connection.js';

function scene({
  admit = undefined as unknown as (enter: (admitted: Admitted) => void) => void,
  isTraced = false,
} = {}) {
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void done.push([name, ...given]);
  const connections = new Connections();
  const span = (name: string, parent: unknown) => {
    done.push(['span', name, parent]);
    return { place: 'here', set: note('set'), end: note('end') };
  };
  const lifecycle = new ConnectionLifecycle({
    connections,
    flushScheduler: { scheduleOutbox: () => undefined },
    handshake: {
      admit: async (_: unknown, enter: (admitted: Admitted) => void, cause: unknown) => {
        done.push(['admit', cause]);
        admit(enter);
      },
    },
    logger: { error: note('error') },
    metrics: {
      refused: note('refused'),
      gateway: { socketOpened: note('opened'), socketClosed: note('closed') },
    },
    security: { warn: note('security') },
    fingerprints: { ofNetwork: () => 'print' },
    proxies: 0,
    tracing: isTraced ? { root: span } : null,
    env: { now: () => 77 },
    node: 'n1',
    epoch: 'e1',
    clock: { check: () => done.push('clock') },
    memberships: { connected: note('members'), disconnected: note('members gone') },
    presence: { connected: () => 'heard', disconnected: note('presence gone') },
    opening: { closeAll: () => done.push('rooms closed') },
    pages: { ended: () => done.push('pages ended') },
    slowConsumers: { untrack: () => done.push('untracked') },
    failedHandshakes: { count: note('failed') },
    localLimits: { windows: { read: { limit: 1, windowMs: 2 }, write: { limit: 3, windowMs: 4 } } },
    config: { sizeLimits: { message: 99 } },
  } as unknown as ConstructorParameters<typeof ConnectionLifecycle>[0]);
  return { lifecycle, connections, done };
}

const ada = () => wired('ada').connection;
const request = { headers: {}, address: '192.0.2.7', auth: {}, query: {} };
const engine = {} as never;
const id = (number: string) => expect.stringMatching(new RegExp(`^[0-9a-f]{8}-${number}$`));

describe('a handshake that is judged', () => {
  it('enters with its number, another one each time', async () => {
    const entered: Admitted[] = [];
    const { caller } = ada();
    const { lifecycle, done } = scene({ admit: (enter) => enter({ caller, expiresAt: 5 }) });
    for (const _ of [1, 2]) {
      expect(await lifecycle.judge(request, (admitted) => void entered.push(admitted))).toBeUndefined();
    }
    expect(entered).toEqual([
      { caller, expiresAt: 5, number: 1, trace: undefined },
      { caller, expiresAt: 5, number: 2, trace: undefined },
    ]);
    expect(done).toEqual([
      ['admit', { requestId: id('1') }],
      ['admit', { requestId: id('2') }],
    ]);
  });

  it('that is refused says why, with all that belongs to it', async () => {
    const { lifecycle, done } = scene({
      admit: () => {
        throw new RefusalError('account_suspended', { until: 9, reason: 'spam' });
      },
    });
    const refused = await lifecycle.judge(request, () => undefined);
    const message = expect.any(String);
    const data = { code: 'account_suspended', message, until: 9, reason: 'spam' };
    expect(refused).toEqual({ message, data });
    expect(done.slice(1)).toEqual([['refused', 'socket', 'account_suspended']]);
  });

  it.each([
    ['unauthorized', false],
    ['internal_error', true],
  ])('that ends with %s is written down (a fault of ours: %s)', async (code, isFault) => {
    const { lifecycle, done } = scene({
      admit: () => {
        throw isFault ? new TypeError('odd') : new RefusalError('unauthorized');
      },
    });
    expect(await lifecycle.judge(request, () => undefined)).toMatchObject({ data: { code } });
    const logged = ['error', { err: expect.any(TypeError), requestId: id('1') }, 'handshake failed'];
    const security = ['security', expect.objectContaining({ code, requestId: id('1') }), 'security'];
    expect(done.slice(1)).toEqual(
      isFault ? [logged, ['refused', 'socket', code]] : [['refused', 'socket', code], security],
    );
  });

  it.each([
    [false, null],
    [true, 'unauthorized'],
  ])('is recorded with its outcome (refused: %s)', async (isRefused, code) => {
    const { lifecycle, done } = scene({
      isTraced: true,
      admit: () => {
        if (isRefused) throw new RefusalError('unauthorized');
      },
    });
    const traced = { ...request, headers: { traceparent: '00-abc' } };
    await lifecycle.judge(traced, () => undefined);
    expect(done[0]).toEqual(['span', 'socket handshake', '00-abc']);
    expect(done[1]).toEqual(['admit', { requestId: id('1'), trace: 'here' }]);
    expect(done.slice(-2)).toEqual([
      ['set', 'meydan.request_id', id('1')],
      ['end', code],
    ]);
    await lifecycle.judge({ ...request, headers: { traceparent: ['a', 'b'] as never } }, () => undefined);
    expect(done).toContainEqual(['span', 'socket handshake', undefined]);
  });
});

describe('a socket', () => {
  it('that is accepted is a connection, and the first one of its account is told of', () => {
    const { lifecycle, connections, done } = scene();
    const { caller } = ada();
    const first = lifecycle.accept(engine, { caller, expiresAt: 5, number: 4, trace: 't' }, true);
    const second = lifecycle.accept(engine, { caller, expiresAt: 6 }, false);
    expect([first, second].map((each) => [each.number, each.trace, each.expiresAt, each.isFast])).toEqual([
      [4, 't', 5, true],
      [0, null, 6, false],
    ]);
    expect(connections.of('ada')).toEqual([first, second]);
    expect(done).toEqual([['members', 'ada', 'heard'], ['opened'], ['opened']]);
  });

  it('is greeted with its node, the time and the limits, after what comes before', () => {
    const { lifecycle, done } = scene();
    const { connection, heard } = wired('ada');
    lifecycle.welcome(connection, textFrame('42["before"]'));
    expect(done).toEqual(['clock']);
    const limits = {
      messages: 20,
      messages_window_ms: 10_000,
      reads: 1,
      reads_window_ms: 2,
      writes: 3,
      writes_window_ms: 4,
      frames_per_second: 500,
      bytes_per_second: 1_048_576,
      body_bytes: 99,
      frame_bytes: 262_144,
      opened_rooms: 200,
      sockets_per_session: 10,
    };
    const greeting = { account_id: 'ada', session_id: 'ada-phone', node: 'n1', epoch: 'e1', server_time: 77, limits };
    expect(heard()).toEqual([['before'], ['ready', greeting]]);
    lifecycle.welcome(connection);
    expect(heard()).toEqual([['ready', greeting]]);
  });

  it('that ends is forgotten everywhere, the last one of its account by all', () => {
    const { lifecycle, connections, done } = scene();
    const [one, two] = [ada(), ada()];
    for (const connection of [one, two]) connections.add(connection);
    one.closeReason = 'draining';
    lifecycle.closed(one, 'transport close');
    const ended = ['untracked', 'pages ended', 'rooms closed'];
    expect([done.splice(0), one.isClosed]).toEqual([[['closed', 'draining'], ...ended], true]);
    lifecycle.closed(two, 'transport close');
    expect(done).toEqual([['closed', 'transport close'], ...ended, ['members gone', 'ada'], ['presence gone', 'ada']]);
  });

  it('that was never let in counts for its network', () => {
    const { lifecycle, done } = scene();
    lifecycle.failed(request as never, '192.0.2.7');
    expect(done).toEqual([['failed', request, '192.0.2.7']]);
  });

  it('is cut when the gateway ends', () => {
    const { lifecycle, connections } = scene();
    const people = [wired('ada'), wired('bob')];
    for (const { connection } of people) connections.add(connection);
    lifecycle.close();
    expect(people.map(({ closes }) => closes)).toEqual([[true], [true]]);
  });
});
