/** `room:open` and `room:close`: what is asked, what is answered, and which rooms a socket has open then. */
import type { OpenedRoom } from '#actors/room/commands.js';
import type { Connection } from '#http/gateway/connection/connection.js';
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import type { Done } from '#http/gateway/inbound/operation.js';
import { PageReads } from '#http/gateway/rooms/page-reads.js';
import { parseRoomOpen } from '#http/gateway/rooms/parse-room-open.js';
import { OPENED_ROOMS_MAX, RoomOpening } from '#http/gateway/rooms/room-opening.js';
import { isAsExpected, pauseReading, unsentBytes, writeTogether } from '#http/gateway/transport/engine.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { feedScene } from '../../support/rooms/feed-scene.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const opened = (more: object = {}, room: object = {}) =>
  ({
    room: {
      id: 'room',
      slug: 'kahve',
      kind: 'group',
      settings: {},
      avatar: null,
      pinned: null,
      pins: [],
      createdAt: 0,
      myRole: 'member',
      isMember: true,
      ...room,
    },
    messages: [],
    changes: [],
    seq: 7,
    hasMore: true,
    reset: false,
    readSeq: 5,
    unread: 2,
    unreadMentions: 1,
    historyFrom: 3,
    ...more,
  }) as unknown as OpenedRoom;

/** `meanwhile` happens while the room is asked. */
function scene(answers: (OpenedRoom | string)[], meanwhile: (connection: Connection) => void = () => undefined) {
  const env = new VirtualEnv();
  const { feed, connection, wire } = feedScene('kahve', env);
  connection.forgetOpened('room');
  const done: unknown[][] = [];
  const failure: { error: Error | null } = { error: null };
  const opening = new RoomOpening({
    finder: {
      find: async (slug: string) => {
        done.push(['find', slug]);
        return 'room';
      },
      ask: async (slug: string, command: { type: string }) => {
        done.push(['ask', slug, command.type]);
      },
    },
    feeds: {
      acquire: (id: string, slug: string) => {
        done.push(['acquire', id, slug]);
        return feed;
      },
      find: (id: string) => (id === 'room' ? feed : undefined),
      release: () => void done.push(['release']),
    },
    streams: { ready: async (id: string) => void done.push(['ready', id]) },
    rooms: {
      ask: async (_: string, command: object) => {
        done.push(['open', command]);
        meanwhile(connection);
        const answer = answers.shift();
        if (typeof answer === 'string') throw new RefusalError(answer as ErrorCode);
        return answer;
      },
    },
    renderContext: { links: plainLinks, now: () => 0, isOnline: () => true },
    pages: new PageReads(env),
    presenter: {
      room: async () => {
        if (failure.error) throw failure.error;
        return { slug: 'kahve', kind: 'dm', name: 'bora' };
      },
    },
  } as unknown as ConstructorParameters<typeof RoomOpening>[0]);
  const open = (payload: object = {}) => opening.open(connection, { room: 'Kahve', limit: 50, ...payload });
  return { env, opening, open, done, feed, connection, wire, failure };
}

const fieldsOf = ({ fields }: Done) =>
  JSON.parse(typeof fields === 'string' ? `{${fields}}` : `{${fields.before}${fields.encoded}${fields.after}}`);

describe('a room that is opened', () => {
  it('is asked for with what the client holds, and answered with its place', async () => {
    const { open, done, connection } = scene([opened()]);
    const answer = await open({ id: 'i', after_seq: 4 });
    expect(done).toEqual([
      ['find', 'Kahve'],
      ['acquire', 'room', 'kahve'],
      ['ready', 'room'],
      ['open', { type: 'open_room', by: connection.caller, limit: 50, id: 'i', afterSeq: 4 }],
    ]);
    expect(fieldsOf(answer)).toEqual({
      room: expect.objectContaining({ id: 'room', slug: 'kahve', my_role: 'member' }),
      messages: [],
      changes: [],
      seq: 7,
      has_more: true,
      reset: false,
      read_seq: 5,
      unread: 2,
      unread_mentions: 1,
    });
    expect(answer.isLong).toBe(true);
    expect(connection.opened.get('room')?.buffered).toEqual([]);
    answer.afterwards?.();
    const subscription = connection.opened.get('room');
    expect(subscription).toMatchObject({
      buffered: null,
      isEstablished: true,
      isAdmin: false,
      historyFrom: 3,
      afterSeq: 7,
    });
  });

  it.each([
    ['member', false],
    ['admin', true],
    ['founder', true],
    [null, false],
  ])('is followed as %s on the side of admins: %s', async (myRole, isAdmin) => {
    const pins = { type: 'message:pins', pins: [] };
    const changes = [{ to: 'all', seq: 6, prevAll: 1, prevAdmins: 5, about: 0, event: pins }];
    const { open, connection, done } = scene([opened({ changes }, { myRole })]);
    const answer = await open();
    expect(fieldsOf(answer).changes).toMatchObject([{ type: 'message:pins', seq: 6, prev_seq: isAdmin ? 5 : 1 }]);
    expect(done.at(-1)?.[1]).toEqual({ type: 'open_room', by: connection.caller, limit: 50 });
    answer.afterwards?.();
    expect(connection.opened.get('room')?.isAdmin).toBe(isAdmin);
  });

  it('hides what is older than the history of its reader', async () => {
    const pins = { type: 'message:pins', pins: [] };
    const changes = [{ to: 'all', seq: 6, prevAll: 1, prevAdmins: 1, about: 3, event: pins }];
    const { open } = scene([opened({ changes })]);
    expect(fieldsOf(await open()).changes).toEqual([{ type: 'room:hidden', room: 'kahve', seq: 6, prev_seq: 1 }]);
  });

  it('that is a direct chat has the name that its reader sees', async () => {
    const { open } = scene([opened({}, { kind: 'dm' })]);
    expect(fieldsOf(await open()).room).toEqual({ slug: 'kahve', kind: 'dm', name: 'bora' });
  });

  it('whose name may be another room by now is asked for once more', async () => {
    const { open, done } = scene(['room_not_found', opened()]);
    await open();
    expect(done.map(([what]) => what)).toEqual([
      'find',
      'acquire',
      'ready',
      'open',
      'release',
      'ask',
      'find',
      'acquire',
      'ready',
      'open',
    ]);
    expect(done[5]).toEqual(['ask', 'Kahve', 'view_room']);
  });

  it.each(['not_member', 'banned', 'unavailable'])(
    'that is refused with %s for the first time is not open',
    async (code) => {
      const { open, connection } = scene([code]);
      await expect(open()).rejects.toMatchObject({ refusal: { code } });
      expect(connection.opened.size).toBe(0);
    },
  );

  it('that cannot be presented for a moment stays as it was, and its events go on', async () => {
    const chat = () => opened({}, { kind: 'dm' });
    const { open, connection, feed, failure } = scene([chat(), chat(), chat()]);
    failure.error = new Error('the store does not answer');
    await expect(open()).rejects.toThrow('the store does not answer');
    expect([connection.opened.size, feed.hasReaders]).toEqual([0, false]);
    failure.error = null;
    (await open()).afterwards?.();
    failure.error = new Error('the store does not answer');
    await expect(open()).rejects.toThrow('the store does not answer');
    expect(connection.opened.get('room')).toMatchObject({ isEstablished: true, buffered: null, afterSeq: 7 });
  });

  it('is one of at most so many of a connection; one that is open may be opened again', async () => {
    const { open, connection, done } = scene([opened(), opened()]);
    for (let at = 1; at < OPENED_ROOMS_MAX; at += 1) connection.setOpened(`r${at}`, newSubscription(connection));
    (await open()).afterwards?.();
    (await open()).afterwards?.();
    connection.forgetOpened('room');
    connection.setOpened('r200', newSubscription(connection));
    done.length = 0;
    await expect(open()).rejects.toMatchObject({
      refusal: { code: 'invalid_state', message: expect.stringMatching(/at most 200 rooms open/) },
    });
    expect(done.at(-1)).toEqual(['release']);
  });

  it('waits for the one before it, of the same name', async () => {
    const { open, done } = scene([opened(), opened()]);
    const first = await open();
    const second = open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(done.filter(([what]) => what === 'open')).toHaveLength(1);
    first.afterwards?.();
    await second;
    expect(done.filter(([what]) => what === 'open')).toHaveLength(2);
  });

  it('by a socket that has gone meanwhile is rendered and followed by nobody', async () => {
    const { open, connection, feed } = scene([opened()], (one) => {
      one.isClosed = true;
    });
    const answer = await open();
    expect(answer.fields).toBe('');
    answer.afterwards?.();
    expect([connection.opened.size, feed.hasReaders]).toEqual([0, false]);
  });
});

describe('a room that is closed', () => {
  it('has no reader any more; another one stays', async () => {
    const { open, opening, connection, feed } = scene([opened()]);
    (await open()).afterwards?.();
    await opening.close(connection, 'bahce');
    expect([connection.opened.size, feed.hasReaders]).toEqual([1, true]);
    // Its feed has ended.
    connection.setOpened('unknown', newSubscription(connection));
    await opening.close(connection, 'kahve');
    expect([[...connection.opened.keys()], feed.hasReaders]).toEqual([['unknown'], false]);
  });

  it('with all others, when the socket has gone', async () => {
    const { open, opening, connection, feed } = scene([opened()]);
    (await open()).afterwards?.();
    connection.setOpened('unknown', newSubscription(connection));
    opening.closeAll(connection);
    expect([connection.opened.size, feed.hasReaders]).toEqual([0, false]);
  });
});

describe('the short way of room:open', () => {
  const room = 'kahve';
  it.each<[unknown, object | null]>([
    [{ room }, { room, limit: 50 }],
    [
      { room, limit: 1 },
      { room, limit: 1 },
    ],
    [
      { room, limit: 200, after_seq: 0, id: 'a-1' },
      { room, limit: 200, after_seq: 0, id: 'a-1' },
    ],
    [{ room, limit: 201 }, null],
    [{ room, limit: 0 }, null],
    [{ room, after_seq: -1 }, null],
    [{ room, after_seq: -0 }, null],
    [{ room, after_seq: 1.5 }, null],
    [{ room, after_seq: '1' }, null],
    [{ room, id: 5 }, null],
    [{ room, id: 'X' }, null],
    [{ room, id: '' }, null],
    [{ room, more: 1 }, null],
    [{ room: 'a b' }, null],
    [{ room: 5 }, null],
    [{}, null],
    [null, null],
    ['kahve', null],
  ])('of %j takes what is plain, and leaves the rest to the schema', (payload, taken) => {
    expect(parseRoomOpen(payload)).toEqual(taken);
  });
});

describe('a socket of the libraries', () => {
  const receiver = (more: object = {}) => ({
    _write: () => undefined,
    _state: 0,
    _bufferedBytes: 0,
    _fragmented: 0,
    _opcode: 0,
    _payloadLength: 0,
    ...more,
  });
  const ws = (more: object = {}) => ({
    readyState: 1,
    _socket: { write: () => true, writableLength: 0 },
    _receiver: receiver(),
    listenerCount: () => 1,
    removeAllListeners: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    terminate: () => undefined,
    ...more,
  });
  const engine = (more: object = {}, socket: object | undefined = ws(), onData: unknown = () => undefined) =>
    ({
      writeBuffer: [],
      upgrading: false,
      pingTimeoutTimer: null,
      transport: { name: 'websocket', onData, socket },
      ...more,
    }) as never;

  it('is as the short way needs it', () => {
    expect(isAsExpected(engine())).toBe(true);
  });

  it.each<[string, never]>([
    ['has no list of packets', engine({ writeBuffer: null })],
    ['does not know of upgrades', engine({ upgrading: undefined })],
    ['has no timer of heartbeats', engine({ pingTimeoutTimer: undefined })],
    ['takes no data', engine({}, ws(), null)],
    ['has no WebSocket', engine({ transport: { name: 'websocket', onData: () => undefined } })],
    ['has no TCP socket', engine({}, ws({ _socket: null }))],
    ['has a TCP socket that cannot write', engine({}, ws({ _socket: { writableLength: 0 } }))],
    ['does not tell what waits', engine({}, ws({ _socket: { write: () => true } }))],
    ['is closing', engine({}, ws({ readyState: 2 }))],
    ['has another listener', engine({}, ws({ listenerCount: () => 2 }))],
    ['cannot be paused', engine({}, ws({ pause: undefined }))],
    ['has no receiver', engine({}, ws({ _receiver: null }))],
    ['has a receiver that cannot be written to', engine({}, ws({ _receiver: receiver({ _write: null }) }))],
    ['does not tell what it has read', engine({}, ws({ _receiver: receiver({ _bufferedBytes: undefined }) }))],
    ['does not tell how long a frame is', engine({}, ws({ _receiver: receiver({ _payloadLength: undefined }) }))],
    ['cannot be cut', engine({}, ws({ terminate: undefined }))],
  ])('is left to them when it %s', (_, odd) => {
    expect(isAsExpected(odd)).toBe(false);
  });

  it('is paused once, where it can be', () => {
    const calls: string[] = [];
    const socket = { isPaused: false, pause: () => calls.push('pause'), resume: () => calls.push('resume') };
    pauseReading({ transport: { name: 'websocket', socket } } as never)?.();
    expect(calls).toEqual(['pause', 'resume']);
    expect(
      pauseReading({ transport: { name: 'websocket', socket: { ...socket, isPaused: true } } } as never),
    ).toBeNull();
    expect(pauseReading({ transport: { name: 'polling', socket } } as never)).toBeNull();
    expect(pauseReading({ transport: { name: 'websocket' } } as never)).toBeNull();
  });

  it.each([
    ['waits in its TCP socket and its list of packets', ws({ _socket: { writableLength: 7 } }), 10],
    ['is the list alone where the TCP socket has gone', ws({ _socket: null }), 3],
    ['is the list alone without a WebSocket', undefined, 3],
  ])('tells what is unsent: %s', (_, socket, bytes) => {
    const packets = [{ data: 'abc' }, {}];
    expect(unsentBytes(engine({ writeBuffer: packets, transport: { name: 'websocket', socket } }))).toBe(bytes);
  });

  it('writes what belongs together in one piece', () => {
    const calls: string[] = [];
    const raw = { cork: () => calls.push('cork'), uncork: () => calls.push('uncork') };
    const soon: (() => void)[] = [];
    writeTogether(raw as never, (run) => void soon.push(run));
    for (const none of [null, undefined]) writeTogether(none, (run) => void soon.push(run));
    expect([calls, soon.length]).toEqual([['cork'], 1]);
    soon[0]?.();
    expect(calls).toEqual(['cork', 'uncork']);
  });
});
