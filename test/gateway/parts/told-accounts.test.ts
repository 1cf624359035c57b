/** What the actors tell an account: to each of its sockets, to no other, and to the parts of the gateway that need it. */

import type { UserEvent } from '#actors/room/commands.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import type { GatewayEvent } from '#http/gateway/gateway-deps.js';
import { DmBroadcaster } from '#http/gateway/user-events/dm-broadcaster.js';
import { publishUserEvent } from '#http/gateway/user-events/published-events.js';
import { StarBroadcaster } from '#http/gateway/user-events/star-broadcaster.js';
import { dispatchUserEvent, type UserEventTargets } from '#http/gateway/user-events/user-events.js';
import type { ListRow, RoomView } from '#src/domain/messages/views.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { type Wired, wired } from './wired-connection.js';

const roomView = (kind: 'group' | 'dm') =>
  ({
    id: 'r1',
    slug: 'kahve',
    kind,
    settings: {},
    avatar: null,
    pinned: null,
    pins: [],
    createdAt: 0,
  }) as unknown as RoomView;

/** Each call of a part of the gateway is written down as `part.method`, with what it was given. */
function noting(calls: unknown[][], part: string): never {
  return new Proxy(
    {},
    {
      get:
        (_, method) =>
        (...given: unknown[]) =>
          void calls.push([`${part}.${String(method)}`, ...given]),
    },
  ) as never;
}

function scene() {
  const connections = new Connections();
  const [phone, laptop, bob] = [wired('ada'), wired('ada', { session: 'laptop' }), wired('bob')];
  for (const { connection } of [phone, laptop, bob]) connections.add(connection);
  const calls: unknown[][] = [];
  const parts = ['departures', 'handshake', 'memberships', 'starBroadcaster', 'dmBroadcaster', 'avatarBroadcaster'];
  const noted = Object.fromEntries([...parts, 'presence', 'typing'].map((part) => [part, noting(calls, part)]));
  const targets = { connections, links: plainLinks, ...noted } as unknown as UserEventTargets;
  const tell = (event: GatewayEvent) => dispatchUserEvent(targets, event);
  const heard = () => [phone, laptop, bob].map((each) => each.heard());
  return { tell, heard, calls, phone, laptop, bob };
}

describe('an event of an account', () => {
  it.each<[string, GatewayEvent, unknown]>([
    [
      'a room it has left',
      { to: 'ada', type: 'room:gone', roomId: 'r1', slug: 'kahve', reason: 'kicked' },
      ['room:gone', { room: 'kahve', reason: 'kicked' }],
    ],
    [
      'the flags of a room',
      {
        to: 'ada',
        type: 'room:flags',
        slug: 'kahve',
        archived: true,
        muted: false,
        mutedUntil: 9,
        mentionsOnly: true,
        pinned: true,
        unreadFrom: 4,
      },
      [
        'room:flags',
        {
          room: 'kahve',
          archived: true,
          muted: false,
          muted_until: 9,
          mentions_only: true,
          pinned_to_top: true,
          unread_from: 4,
        },
      ],
    ],
    [
      'what it may do in a room',
      { to: 'ada', type: 'permissions:changed', slug: 'kahve', role: 'admin', permissions: ['a'] },
      ['permissions:changed', { room: 'kahve', my_role: 'admin', my_permissions: ['a'] }],
    ],
    [
      'a new room',
      { to: 'ada', type: 'room:new', room: roomView('group') },
      ['room:new', { room: expect.objectContaining({ id: 'r1', slug: 'kahve', kind: 'group' }) }],
    ],
  ])('goes to each of its sockets: %s', (_, event, told) => {
    const { tell, heard, calls } = scene();
    tell(event);
    expect(heard()).toEqual([[told], [told], []]);
    expect(calls).toEqual(event.type === 'room:gone' ? [['departures.hinted', 'ada', 'r1']] : []);
  });

  const room = roomView('dm');
  const presenceOfPeer = { to: 'ada', type: 'peer:presence', accountId: 'bob', roomId: 'r1', lastSeen: 4 } as const;
  const typing = { to: 'bob', type: 'typing', roomId: 'r1', username: 'bob', on: true } as const;
  const read = {
    to: 'ada',
    type: 'message:read',
    roomId: 'r1',
    slug: 'x',
    accountId: 'bob',
    readSeq: 3,
    seq: 4,
  } as const;
  it.each<[GatewayEvent, unknown[]]>([
    [{ to: 'ada', type: 'room:new', room }, ['dmBroadcaster.chatAdded', 'ada', room]],
    [{ to: 'ada', type: 'presence', lastSeen: 5 }, ['presence.remoteChanged', 'ada', 5]],
    [presenceOfPeer, ['presence.peerChanged', presenceOfPeer]],
    [typing, ['typing.remoteChanged', typing]],
    [{ to: 'ada', type: 'face' }, ['avatarBroadcaster.avatarChanged', 'ada']],
    [read, ['dmBroadcaster.readAdvanced', read]],
    [{ to: 'ada', type: 'stars' }, ['starBroadcaster.balanceChanged', 'ada']],
    [
      { to: 'ada', type: 'membership', roomId: 'r1', slug: 'kahve', member: true },
      ['memberships.changed', 'ada', 'r1', 'kahve', true],
    ],
  ])('goes to the part that tells it: %j', (event, call) => {
    const { tell, heard, calls } = scene();
    tell(event);
    expect([calls, heard()]).toEqual([[call], [[], [], []]]);
  });

  it.each<[string[] | 'all', number[]]>([
    ['all', [1, 1, 0]],
    [['laptop'], [0, 1, 0]],
    [
      ['ada-phone', 'other'],
      [1, 0, 0],
    ],
    [['bob-phone'], [0, 0, 0]],
  ])('ends the sockets of sessions that are over, those under way too: %j', (sessionIds, counts) => {
    const { tell, heard, calls } = scene();
    tell({ to: 'ada', type: 'session:closed', sessionIds, reason: 'account_suspended' });
    const told = ['session:closed', { reason: 'account_suspended' }];
    expect(heard()).toEqual(counts.map((count) => (count === 1 ? [told] : [])));
    expect(calls).toEqual([['handshake.revoke', 'ada', sessionIds]]);
  });

  it('changes the language of one session, and the name of all', () => {
    const { tell, calls, phone, laptop, bob } = scene();
    tell({ to: 'ada', type: 'language', sessionId: 'laptop', language: 'tr' });
    tell({ to: 'ada', type: 'username', username: 'ada.yeni' });
    const callers = [phone, laptop, bob].map(({ connection }) => connection.caller);
    expect(callers.map(({ language }) => language)).toEqual([null, 'tr', null]);
    expect(callers.map(({ username }) => username)).toEqual(['ada.yeni', 'ada.yeni', 'bob.name']);
    expect(callers.map(({ sessionId }) => sessionId)).toEqual(['ada-phone', 'laptop', 'bob-phone']);
    expect(calls).toEqual([['handshake.rename', 'ada', 'ada.yeni']]);
  });
});

describe('an event of an actor, among several nodes', () => {
  it.each<[UserEvent['type'], string[]]>([
    ['push:due', []],
    ['device:registered', []],
    ['session:closed', ['publishToAll', 'publishToPrevious']],
    ['username', ['publishToAll', 'publishToPrevious']],
    ['language', ['publishToAll', 'publishToPrevious']],
    ['face', ['publishToAll', 'publishToPrevious']],
    ['stars', ['publish account:ada', 'publishToPrevious']],
    ['room:gone', ['publish account:ada', 'publishToPrevious']],
  ])('%s goes to the nodes that need it', (type, expected) => {
    const sent: string[] = [];
    const event = { to: 'ada', type } as UserEvent;
    const note = (what: string, given: unknown) => void (given === event && sent.push(what));
    const bus = {
      publishToAll: (given: unknown) => note('publishToAll', given),
      publish: (to: string, given: unknown) => note(`publish ${to}`, given),
      publishToPrevious: (given: unknown) => note('publishToPrevious', given),
    };
    publishUserEvent(bus as never, event);
    expect(sent).toEqual(expected);
  });
});

describe('a changed balance of stars', () => {
  function stars(read: (nth: number) => Promise<{ stars: number } | null>) {
    const connections = new Connections();
    const ada = wired('ada');
    connections.add(ada.connection);
    const reads: unknown[] = [];
    const errors: unknown[] = [];
    const get = (from: string, id: string) => {
      reads.push([from, id]);
      return read(reads.length);
    };
    const reader = { get } as never;
    const onError = (error: unknown) => void errors.push(error);
    return { ada, reads, errors, broadcaster: new StarBroadcaster({ connections, reader, onError }) };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const told = (balance: number) => ['stars:changed', { balance }];

  it('is read and told; an account without one has none', async () => {
    const { ada, reads, broadcaster } = stars(async (nth) => (nth === 1 ? { stars: 7 } : null));
    broadcaster.balanceChanged('ada');
    await settle();
    broadcaster.balanceChanged('ada');
    broadcaster.balanceChanged('nobody');
    await settle();
    expect([ada.heard(), reads]).toEqual([
      [told(7), told(0)],
      [
        ['tallies', 'ada'],
        ['tallies', 'ada'],
      ],
    ]);
  });

  it('that changes while it is read is read once more, however often it changes', async () => {
    const { ada, reads, broadcaster } = stars(async (nth) => ({ stars: nth }));
    for (let change = 0; change < 4; change += 1) broadcaster.balanceChanged('ada');
    await settle();
    expect([ada.heard(), reads.length]).toEqual([[told(1), told(2)], 2]);
  });

  it('that cannot be read is told with the next change', async () => {
    const { ada, errors, broadcaster } = stars((nth) =>
      nth === 1 ? Promise.reject(new Error('down')) : Promise.resolve({ stars: nth }),
    );
    broadcaster.balanceChanged('ada');
    await settle();
    expect([ada.heard(), errors.length]).toEqual([[], 1]);
    broadcaster.balanceChanged('ada');
    await settle();
    expect(ada.heard()).toEqual([told(2)]);
  });
});

describe('a direct chat', () => {
  const view = {
    row: { seq: 4, id: 'm', body: 'selam', kind: 'text', sender: null, attachment: null, event: null, mentions: [] },
    slug: 'kahve',
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  function scene({
    lastMessage = view as unknown,
    unreadMentions = 0,
    row = true,
    isTold = false,
    hasFeed = true,
    fails = false,
  } = {}) {
    const connections = new Connections();
    const [phone, laptop]: Wired[] = [wired('ada'), wired('ada')];
    for (const { connection } of [phone, laptop] as Wired[]) connections.add(connection);
    const noted: unknown[] = [];
    const errors: unknown[] = [];
    const activity = {
      awaitAnnouncement: (account: string) => void noted.push(['awaits', account]),
      announced(account: string) {
        noted.push(['announced', account]);
        return isTold;
      },
    };
    const sendToAccount = (to: string, frame: Buffer) => {
      for (const connection of connections.of(to)) connection.push(frame);
    };
    const feed = { activity, sendToAccount };
    const listRow = { room: { id: 'r1', slug: 'kahve' }, lastMessage, unreadMentions } as unknown as ListRow;
    const rooms = {
      ask: async (...asked: unknown[]) => {
        noted.push(['asked', ...asked]);
        if (fails) throw new Error('down');
        return row ? listRow : null;
      },
    };
    const broadcaster = new DmBroadcaster({
      connections,
      feeds: { find: (id: string) => (hasFeed && id === 'r1' ? feed : undefined) },
      rooms,
      presenter: { listRow: async () => ({ slug: 'kahve' }) },
      links: plainLinks,
      onError: (error: unknown) => void errors.push(error),
    } as unknown as ConstructorParameters<typeof DmBroadcaster>[0]);
    return { broadcaster, phone: phone as Wired, laptop: laptop as Wired, noted, errors };
  }
  const added = ['room:new', { room: { slug: 'kahve' } }];
  const activityOf = (mention: boolean) => [
    'room:activity',
    { room: 'kahve', seq: 4, last_message: expect.objectContaining({ seq: 4, body: 'selam' }), mention },
  ];

  it.each([
    [0, false],
    [1, true],
  ])(
    'that was added is shown as the list shows it, with its message where it is not open (%d mentions)',
    async (unreadMentions, mention) => {
      const { broadcaster, phone, laptop, noted } = scene({ unreadMentions });
      laptop.connection.setOpened('r1', newSubscription(laptop.connection));
      broadcaster.chatAdded('ada', roomView('dm'));
      await settle();
      expect([phone.heard(), laptop.heard()]).toEqual([[added, activityOf(mention)], [added]]);
      expect(noted).toEqual([
        ['awaits', 'ada'],
        ['asked', 'r1', { type: 'view_list_row', by: phone.connection.caller }],
        ['announced', 'ada'],
      ]);
    },
  );

  it.each([
    ['its activity has been told', { isTold: true }, [added]],
    ['nothing was said in it', { lastMessage: null }, [added]],
    ['it is in no list any more', { row: false }, []],
  ])('is shown without a message when %s', async (_, given, told) => {
    const { broadcaster, phone } = scene(given);
    broadcaster.chatAdded('ada', roomView('dm'));
    await settle();
    expect(phone.heard()).toEqual(told);
  });

  it('that this node does not follow is shown all the same', async () => {
    const { broadcaster, phone, noted } = scene({ hasFeed: false });
    broadcaster.chatAdded('ada', roomView('dm'));
    broadcaster.chatAdded('nobody', roomView('dm'));
    await settle();
    expect([phone.heard(), noted.length]).toEqual([[added, activityOf(false)], 1]);
  });

  it('that cannot be shown is a failure that is told', async () => {
    const { broadcaster, phone, errors } = scene({ fails: true });
    broadcaster.chatAdded('ada', roomView('dm'));
    await settle();
    expect([phone.heard(), errors.length]).toEqual([[], 1]);
  });

  it('tells how far the other one has read, with the place of the room', () => {
    const { broadcaster, phone } = scene();
    const read = { to: 'ada', type: 'message:read', slug: 'kahve', accountId: 'bob', readSeq: 3, seq: 9 } as const;
    broadcaster.readAdvanced({ ...read, roomId: 'elsewhere' });
    broadcaster.readAdvanced({ ...read, roomId: 'r1' });
    expect(phone.heard()).toEqual([
      ['message:read', { room: 'kahve', seq: 9, prev_seq: 9, account_id: 'bob', read_seq: 3 }],
    ]);
  });
});
