/** Each promise is held against a good history in which one thing was forged: the check must say so. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import { type CollectionName, collections } from '#src/store/collections.js';
import { entriesOf, RoomLog } from './checks/room-log.js';
import { violations } from './checks/violations.js';
import { Documents } from './edges/documents.js';
import { type Followed, History, type Op, type Wire } from './history.js';
import { runSeed } from './run-seed.js';
import { EPOCH } from './time/node-env.js';
import { LATER_FIELD } from './two-versions.js';
import type { World } from './world.js';

const SEED = 11;
let good: World;
let world: World;

beforeAll(async () => {
  const run = await runSeed(SEED, {
    plan: {
      devices: 2,
      keeperMs: 900,
      friends: 3,
      slowModeS: 0,
      slowModes: [0],
      ttlMs: 0,
      givesUpMs: 0,
      handsOverMs: 0,
      hasTwoVersions: true,
    },
  });
  expect(run.violations).toEqual([]);
  good = run.world;
}, 120_000);

beforeEach(() => {
  const history = Object.assign(new History(), structuredClone({ ...good.history }));
  const documents = new Documents();
  for (const name of Object.keys(collections) as CollectionName[]) {
    for (const doc of good.documents.of(name).byId([])) documents.of(name).put(doc);
  }
  world = Object.create(good, { history: { value: history }, documents: { value: documents } });
});

const judged = () => violations(world, world.now, world.now);
const opOf = (what: string, more: (op: Op) => boolean = () => true): Op => {
  const found = world.history.ops.find((op) => op.what === what && op.outcome === 'ok' && more(op));
  if (!found) throw new Error(`no ${what} on seed ${SEED}`);
  return found;
};
/** What is taken back later shows none of its texts. */
const isKept = ({ rowId }: Op) =>
  !world.history.ops.some((op) => op.what === 'delete_message' && op.rowId === rowId && op.outcome !== 'not_found');
const isNeverOut = (account: string) => !world.history.ops.some(({ target }) => target === account);
/** Nobody ever made them an admin. */
const isMember = (account: string) =>
  !world.history.ops.some(({ what, who, target }) => {
    return (what === 'promote_member' && target === account) || (what === 'create_room' && who === account);
  });
const log = () => world.documents.of('log');
const entryWith = (fits: (entry: EntryDoc) => boolean): EntryDoc => {
  const entries = log().byId([]) as unknown as EntryDoc[];
  return entries.filter(fits).at(Math.floor(entries.filter(fits).length / 2)) as EntryDoc;
};
/** One of those that make a chain. */
const isEvent = (came: Wire['came']) =>
  !['room:open', 'room:activity', 'message:read'].includes(came.at(-1)?.[2] ?? 'room:open');
/** The last socket over which so many events of one room came. */
const wireWith = (events: number) => {
  const isLong = ({ came }: Wire) =>
    came.length >= events && new Set(came.slice(-events).map(([, , name]) => name)).size === 1 && isEvent(came);
  return world.history.wires.findLast(isLong) as Wire;
};
/** The place of a message between two others of its room, each told after the one before; -1 without. */
const messageInChain = (came: Wire['came']) =>
  came.findLastIndex(([, room, name, seq], at) => {
    const [before, after] = [came[at - 1], came[at + 1]];
    const isMessage = [before, after].every((each) => each?.[1] === room && each[2] === 'message:new');
    return name === 'message:new' && isMessage && (before?.[3] ?? seq) < seq && after?.[5] === seq;
  });
const longestFollowed = () => {
  const shownAtTheEnd = world.history.followed.filter(({ held }) => held.length > 2);
  return shownAtTheEnd.sort((a, b) => b.rows.length - a.rows.length)[0] as Followed;
};
const said = (entry: EntryDoc) => entry.dedup !== undefined;

const forgeries: [what: string, kind: RegExp, forge: () => void][] = [
  [
    'an entry without what a later version wrote',
    /^version:/,
    () => {
      const { [LATER_FIELD]: _, ...rest } = entryWith(
        (entry) => LATER_FIELD in entry && world.rooms.some((room) => entry._id.startsWith(room)),
      ) as EntryDoc & {
        [LATER_FIELD]: 1;
      };
      log().put(rest as never);
    },
  ],
  ['an acknowledged message that is not there', /^lost:/, () => void (opOf('send_message').rowId = 'another')],
  ['a message of another place', /^lost:/, () => void ((opOf('send_message').seq as number) += 1)],
  ['an acknowledged edit that is not there', /^lost:/, () => void (opOf('edit_message', isKept).body = 'another')],
  [
    'a stored message that was refused as unknown',
    /^refused but stored:/,
    () => void (opOf('send_message').outcome = 'not_found'),
  ],
  ['an entry that is missing', /^hole:/, () => log().remove(entryWith(said)._id)],
  [
    'a thing said twice',
    /^duplicated:/,
    () => {
      const entry = entryWith(said);
      const { dedup: _, ...again } = entry;
      const { seq, room } = again;
      const newest = world.newestSeq(room);
      const id = String(entry._id).replace(/:.*/, `:zzzzzzz${seq % 10}`);
      log().put({ ...again, _id: id, seq: newest + 1, row: { ...entry.row, id: 'twin' } } as never);
    },
  ],
  [
    'a row that was read and is nowhere',
    /^ghost:/,
    () => void opOf('list_messages', ({ rows = [] }) => rows.length > 3).rows?.push([3, 'nowhere', 'söz', false]),
  ],
  [
    'an answer that knows less than somebody had seen',
    /^stale:/,
    () => {
      const late = world.history.ops.filter(({ what, outcome }) => what === 'list_messages' && outcome === 'ok').at(-1);
      if (late) Object.assign(late, { seq: 2, rows: [] });
    },
  ],
  [
    'a row left out of a page',
    /^stale:.*left out/,
    () => void opOf('list_messages', ({ rows = [] }) => rows.length > 5).rows?.splice(3, 1),
  ],
  [
    'something done after a ban',
    /^after-ban:/,
    () => {
      const out = opOf('ban_member');
      const { target: who = '', room, endedAt } = out;
      const begun = { who, room, what: 'list_messages', via: 'a', begunAt: endedAt + 0.001 };
      Object.assign(world.history.begin(begun), { endedAt: endedAt + 0.002, outcome: 'ok' });
    },
  ],
  [
    'an entry heard by somebody who is out',
    /^after-ban:/,
    () => world.history.heard.push({ who: 'stranger', room: world.rooms[0] as string, at: 1, seq: 3, ids: [] }),
  ],
  [
    'a stream with a hole',
    /^stream:/,
    () => void world.history.watched.find(({ ids }) => ids.length > 3)?.ids.splice(2, 1),
  ],
  [
    'something said after a mute',
    /^after-ban: send_message .* mute_member/,
    () => {
      const { who, room, endedAt } = opOf('send_message', (op) => isNeverOut(op.who));
      const muting = { who: 'ada', target: who, room, what: 'mute_member', via: 'a', begunAt: endedAt + 0.001 };
      const until = EPOCH + endedAt + 60_000;
      Object.assign(world.history.begin(muting), { endedAt: endedAt + 0.002, outcome: 'ok', until });
      const begun = { who, room, what: 'send_message', via: 'a', begunAt: endedAt + 0.003 };
      Object.assign(world.history.begin(begun), { endedAt: endedAt + 0.004, outcome: 'ok' });
    },
  ],
  ...['not_member', 'banned', 'muted', 'slow_mode', 'rate_limited', 'overloaded', 'invalid_state', 'not_admin'].map(
    (code): (typeof forgeries)[number] => [
      `a refusal for no reason: ${code}`,
      new RegExp(`^unexplained: list_messages .* ${code}`),
      () => void (opOf('list_messages', (op) => op.who === opOf('create_room').who).outcome = code),
    ],
  ),
  [
    'a message that was refused at each try, and is stored',
    /^refused but stored:/,
    () => {
      const { who, key } = opOf('send_message');
      for (const op of world.history.ops) if (op.who === who && op.key === key) op.outcome = 'muted';
    },
  ],
  [
    'an edit that was refused, and is stored',
    /^refused but stored: the edit/,
    () => void (opOf('edit_message', isKept).outcome = 'muted'),
  ],
  [
    'somebody who joined although each try was refused',
    /^refused but stored: join_room/,
    () => {
      const { who, room } = opOf('join_room');
      for (const op of world.history.ops)
        if (op.who === who && op.room === room && op.what === 'join_room') op.outcome = 'banned';
    },
  ],
  [
    'an event that a socket did not get',
    /^gap:/,
    () => {
      const { came } = world.history.wires.findLast(({ came }) => messageInChain(came) > 0) as Wire;
      came.splice(messageInChain(came), 1);
    },
  ],
  [
    'an event that a socket got twice',
    /^doubled: a socket/,
    () => {
      const { came } = wireWith(4);
      came.splice(-1, 0, ...came.slice(-3, -2));
    },
  ],
  ['an event that a socket got from outside', /^after-ban: a socket/, () => void (wireWith(2).who = 'stranger')],
  ['a row that a program was not told of', /^missed:/, () => void longestFollowed().rows.splice(-2, 1)],
  [
    'a row that a program was told of twice',
    /^doubled: a program/,
    () => void longestFollowed().rows.push(...longestFollowed().rows.slice(-1)),
  ],
  [
    'a row that a program shows as it was never said',
    /^stale: a program/,
    () => {
      const log = new RoomLog(longestFollowed().room, entriesOf(world.documents, longestFollowed().room));
      const row = longestFollowed().held.findLast(([, id]) => (log.rows.get(id)?.bodies.length ?? 0) > 0);
      if (row) row[2] = 'another';
    },
  ],
  [
    'an owner that took over without a claim',
    /^unclaimed:/,
    () => {
      const taken = entryWith(({ seq, facts }) => seq > 1 && !facts?.some(({ type }) => type === 'claimed'));
      log().put({ ...taken, owner: 'another' });
    },
  ],
  [
    'stars out of nowhere',
    /^stars:/,
    () => {
      const [tally] = world.documents.of('tallies').byId([]);
      world.documents.attempt({ op: 'set', in: 'tallies', id: tally?._id as string, inc: { stars: 1 } });
    },
  ],
  [
    'a count of what is unread that is not so',
    /^unread:/,
    () => {
      const { unread } = opOf('open_room', (op) => op.isWhole === true && op.unread !== undefined);
      if (unread) unread.unread += 1;
    },
  ],
  [
    'a cursor that moved back',
    /^cursor:/,
    () => {
      const late = world.history.ops.filter(({ unread }) => unread !== undefined && unread.readSeq > 5).at(-1);
      if (late) world.history.begin({ ...late, begunAt: late.endedAt + 1, unread: { readSeq: 1, unread: 0 } });
    },
  ],
  [
    'a message of somebody who is not in the room',
    /^forbidden:/,
    () => {
      const entry = entryWith(said);
      const sender = { accountId: 'stranger', username: 'stranger', role: 'member', tag: null };
      log().put({ ...entry, row: { ...entry.row, sender } } as never);
    },
  ],
  [
    'a pin that went with the sweep of other rows',
    /^forbidden:.*pin/,
    () => {
      const { by: _, ...entry } = entryWith(said);
      const swept = { type: 'rows_expired', upTo: 0, sweepAt: null, rows: [] };
      log().put({
        ...entry,
        facts: [swept, { type: 'message_unpinned', row: 1, id: 'of-another', pins: [] }],
      } as never);
    },
  ],
  [
    'a row for admins that a member was shown',
    /^leak:/,
    () => {
      const { rows = [] } = opOf('list_messages', ({ who, rows: shown = [] }) => shown.length > 3 && isMember(who));
      const entry = log().copy(entryWith(({ row }) => row?.id === rows[1]?.[1])._id) as unknown as EntryDoc;
      log().put({ ...entry, row: { ...entry.row, audience: 'admins' } } as never);
    },
  ],
  [
    'a ban that was acknowledged and never was',
    /^lost: ban_member/,
    () => void (opOf('ban_member').target = 'stranger'),
  ],
  [
    'lists that were told of another last message',
    /^last message:/,
    () => {
      const told = world.history.watched.find(({ lasts }) => lasts.length > 9);
      if (told) (told.lasts[9] as [number, number])[1] = 1;
    },
  ],
  [
    'a follower that is only counted',
    /^follows:/,
    () => {
      const [tally] = world.documents.of('tallies').byId([]);
      world.documents.attempt({ op: 'set', in: 'tallies', id: tally?._id as string, inc: { followers: 1 } });
    },
  ],
  [
    'something said across a block',
    /^after-block:/,
    () => {
      const last = world.history.ops.filter(({ what, outcome }) => what === 'block' && outcome === 'ok').at(-1) as Op;
      const { who, target, endedAt } = last;
      const begun = { who, ...(target && { target }), room: '', what: 'say_alone', via: 'a', begunAt: endedAt + 0.001 };
      Object.assign(world.history.begin(begun), { endedAt: endedAt + 0.002, outcome: 'ok' });
    },
  ],
  [
    'an account that was erased and is named',
    /^erasure:/,
    () => {
      const { who } = opOf('send_message');
      const begun = { who, room: '', what: 'give_up', via: 'a', begunAt: world.now };
      Object.assign(world.history.begin(begun), { endedAt: world.now, outcome: 'ok' });
    },
  ],
  [
    'a projection that says otherwise',
    /^verify-log:/,
    () => {
      const slugs = world.documents.of('slugs');
      for (const { _id, room } of slugs.byId([])) if (room === world.rooms[0]) slugs.remove(_id);
    },
  ],
  [
    'a question that nobody answers in the calm',
    /^liveness:/,
    () => {
      const begun = { who: 'x', room: '', what: 'list_messages', via: 'a', begunAt: world.now + 15_000 };
      world.history.begin(begun).endedAt = world.now - 1;
    },
  ],
];

describe('what people saw', () => {
  it.each(forgeries)('is not believed with %s', async (_, kind, forge) => {
    forge();
    expect(await judged()).toEqual(expect.arrayContaining([expect.stringMatching(kind)]));
  });
});
