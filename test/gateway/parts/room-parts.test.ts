/** The small parts that hold rooms together: quiet rooms, channels, budgets of pages, deadlines, direct rooms. */
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import type { RenderedEvent } from '#http/gateway/rendering/rendered-item.js';
import { Channel } from '#http/gateway/rooms/channel.js';
import { allDirectRoomsOf, directRoomsOf } from '#http/gateway/rooms/direct-rooms.js';
import { together } from '#http/gateway/rooms/pending-activity.js';
import { QuietRooms } from '#http/gateway/rooms/quiet-rooms.js';
import { ReadBudget } from '#http/gateway/rooms/read-budget.js';
import { eventFrame } from '#http/gateway/transport/frames.js';
import { Deadlines } from '#http/gateway/websocket/deadlines.js';
import type { Reader } from '#src/store/store.js';
import { wired } from './wired-connection.js';

describe('quiet rooms', () => {
  const stateOf = (quiet: QuietRooms) => [quiet.has('r'), [...quiet.accountsIn('r')], quiet.accountCountIn('r')];

  it('know their members, whether there is one or several', () => {
    const quiet = new QuietRooms();
    expect(stateOf(quiet)).toEqual([false, [], 0]);
    for (const account of ['ada', 'ada']) quiet.add('r', account);
    expect(stateOf(quiet)).toEqual([true, ['ada'], 1]);
    for (const account of ['bob', 'ada', 'cem']) quiet.add('r', account);
    expect(stateOf(quiet)).toEqual([true, ['ada', 'bob', 'cem'], 3]);
  });

  it('end with their last member', () => {
    const quiet = new QuietRooms();
    expect(quiet.delete('r', 'ada')).toBe(false);
    quiet.add('r', 'ada');
    expect([quiet.delete('r', 'bob'), quiet.has('r')]).toEqual([false, true]);
    expect([quiet.delete('r', 'ada'), quiet.has('r')]).toEqual([true, false]);
    for (const account of ['ada', 'bob']) quiet.add('r', account);
    expect([quiet.delete('r', 'ada'), stateOf(quiet)]).toEqual([false, [true, ['bob'], 1]]);
    expect([quiet.delete('r', 'bob'), quiet.has('r')]).toEqual([true, false]);
  });

  it('hand their members over', () => {
    const quiet = new QuietRooms();
    for (const account of ['ada', 'bob']) quiet.add('r', account);
    expect([quiet.take('r'), quiet.has('r'), quiet.take('r')]).toEqual([['ada', 'bob'], false, []]);
  });
});

describe('a channel of a room', () => {
  const event = (seq: number, about = 0): RenderedEvent => ({
    seq,
    prevSeq: seq - 1,
    about,
    frame: eventFrame('e', `${seq}`),
  });
  const hidden = (seq: number) => ['room:hidden', { room: 'kahve', seq, prev_seq: seq - 1 }];

  function channelWith(...readers: { afterSeq?: number; historyFrom?: number }[]) {
    const channel = new Channel('kahve');
    const people = readers.map((reader) => {
      const one = wired('ada');
      channel.subscriptions.add(Object.assign(newSubscription(one.connection), reader));
      return one;
    });
    const flushed: number[][] = [];
    const fill = () => channel.fill({ flushed: (...counts: number[]) => void flushed.push(counts) });
    return { channel, flushed, fill, heard: () => people.map((each) => each.heard()) };
  }

  it('puts what has waited into every outbox, once, and tells how much', () => {
    const { channel, flushed, fill, heard } = channelWith({}, {});
    expect([fill(), flushed]).toEqual([0, []]);
    channel.add([event(5)]);
    channel.add([event(6)]);
    expect(fill()).toBe(2);
    const told = [
      ['e', 5],
      ['e', 6],
    ];
    const bytes = event(5).frame.length + event(6).frame.length;
    expect([heard(), flushed, fill()]).toEqual([[told, told], [[2, 2, bytes]], 0]);
    channel.add([event(7)]);
    expect([fill(), heard()]).toEqual([1, [[['e', 7]], [['e', 7]]]]);
  });

  it.each([
    [4, ['e', 'e']],
    [5, ['e']],
    [6, []],
  ])('leaves out what a reader holds up to %d', (afterSeq, names) => {
    const { channel, fill, heard } = channelWith({ afterSeq });
    channel.add([event(5), event(6)]);
    fill();
    expect(heard()[0]?.map((each) => (each as string[])[0])).toEqual(names);
  });

  it.each([
    [
      2,
      [
        ['e', 5],
        ['e', 6],
      ],
    ],
    [3, [hidden(5), ['e', 6]]],
    [9, [hidden(5), hidden(6)]],
  ])('hides events about rows up to %d', (historyFrom, expected) => {
    const { channel, fill, heard } = channelWith({ historyFrom });
    channel.add([event(5, 3), event(6, 9)]);
    fill();
    expect(heard()).toEqual([expected]);
  });

  it('hides nothing of what is about no row', () => {
    const { channel, fill, heard } = channelWith({ historyFrom: 100 });
    channel.add([event(5), event(6)]);
    fill();
    expect(heard()).toEqual([
      [
        ['e', 5],
        ['e', 6],
      ],
    ]);
  });
});

describe('activity that waits', () => {
  const activity = (mentions: string[], mentionsAll = false) => ({
    row: null,
    lastMessage: null,
    arrivals: [],
    mentions,
    mentionsAll,
  });

  it('keeps whom it mentions, each with the newest entry that does', () => {
    const first = together(null, 4, activity(['ada', 'bob'], true));
    expect([[...first.mentioned], first.allMentioned]).toEqual([
      [
        ['ada', 4],
        ['bob', 4],
      ],
      4,
    ]);
    const second = together(first, 6, activity(['bob']));
    expect([second.seq, [...second.mentioned], second.allMentioned]).toEqual([
      6,
      [
        ['ada', 4],
        ['bob', 6],
      ],
      4,
    ]);
    expect(together(null, 7, activity([])).allMentioned).toBe(0);
  });
});

describe('a budget of pages', () => {
  it('is free below its reads, and up to its bytes', () => {
    const budget = new ReadBudget({ reads: 2, bytes: 100 });
    const states = [
      [1, 0],
      [0, 100],
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ].map(([reads, bytes]) => {
      budget.change('ada', reads as number, bytes as number);
      return budget.isFree('ada');
    });
    expect(states).toEqual([true, true, false, true, false, true]);
    expect(budget.isFree('bob')).toBe(true);
  });

  it.each([
    ['reads are under way', 1, 0],
    ['bytes wait', 0, 200],
  ])('is kept while %s', (_, reads, bytes) => {
    const budget = new ReadBudget({ reads: 1, bytes: 100 });
    budget.change('ada', reads, bytes);
    expect(budget.isFree('ada')).toBe(false);
    budget.change('ada', -reads, -bytes);
    expect(budget.isFree('ada')).toBe(true);
  });
});

describe('deadlines', () => {
  it('are due in the order of waiting, after their time', () => {
    const deadlines = new Deadlines<{ name: string; since: number }>(100);
    const [one, two] = [
      { name: 'one', since: -1 },
      { name: 'two', since: -1 },
    ];
    deadlines.add(one, 0);
    deadlines.add(two, 10);
    expect([deadlines.size, deadlines.has(one), deadlines.all()]).toEqual([2, true, [one, two]]);
    expect([deadlines.due(99), deadlines.due(100), deadlines.due(110)]).toEqual([[], [one], [one, two]]);
    deadlines.add(one, 20);
    expect([deadlines.due(119), deadlines.due(120), deadlines.size]).toEqual([[two], [two, one], 2]);
    expect([deadlines.delete(two), deadlines.delete(two), deadlines.has(two)]).toEqual([true, false, false]);
  });
});

describe('the direct chats of an account', () => {
  const dms = [
    { _id: 'ada:bob', greater: 'bob', room: 'r1' },
    { _id: 'ada:cem', greater: 'cem', room: 'r2' },
    { _id: 'aaa:ada', greater: 'ada', room: 'r3' },
    { _id: 'adalet:eda', greater: 'eda', room: 'r4' },
  ];
  const reads: unknown[] = [];
  const reader = {
    range: async (from: string, range: { index: string; gt?: string; lt?: string; prefix?: string[] }) => {
      reads.push([from, range]);
      const { index, gt = '', lt = '', prefix = [] } = range;
      return dms.filter(({ _id, greater }) => (index === '_id' ? _id > gt && _id < lt : greater === prefix[0]));
    },
  } as unknown as Reader;

  it('are those on either side of the pair', async () => {
    expect((await allDirectRoomsOf(reader, 'ada')).map(({ room }) => room)).toEqual(['r1', 'r2', 'r3']);
    expect(reads).toEqual([
      ['dms', { index: '_id', gt: 'ada:', lt: 'ada;', limit: 10_000 }],
      ['dms', { index: 'byGreater', prefix: ['ada'], limit: 10_000 }],
    ]);
  });

  it('are told by the other one, and only those of its list', async () => {
    expect(await directRoomsOf(reader, 'ada', ['r1', 'r3', 'elsewhere'])).toEqual(
      new Map([
        ['bob', 'r1'],
        ['aaa', 'r3'],
      ]),
    );
    reads.length = 0;
    expect([await directRoomsOf(reader, 'ada', []), reads]).toEqual([new Map(), []]);
  });
});
