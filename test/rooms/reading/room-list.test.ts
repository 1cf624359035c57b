/** The list of rooms of one account in memory: which rooms are asked, and what is read for the others. */
import type { Rooms } from '#actors/room/commands.js';
import { type HeadDoc, putHead } from '#actors/room/log/head-projection.js';
import { projectEntry } from '#actors/room/log/project.js';
import { packEntry } from '#actors/room/model/codec.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import { createRoomList } from '#actors/room/reading/room-list.js';
import { FORMAT } from '#src/domain/format.js';
import { logId, memberId } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { dmScene, groupScene, rowBy, type Scene } from '../log/facts/scene.js';
import { as, decided, NOW } from '../members/decided.js';
import { deletion, longRoom, withReadStates } from './long-room.js';

const ROOM = 'room-1';
const COLLECTIONS = ['log', 'rooms', 'members', 'readers'] as const;
const AT_ONCE_MAX = 256;

/** What is stored of a room whose owner has written everything. */
function stored(state: RoomState) {
  const documents = new Documents();
  const put = (into: (typeof COLLECTIONS)[number], doc: object) =>
    documents.attempt({ op: 'put', in: into, doc: doc as never });
  state.appliedSeq = state.head?.seq ?? 0;
  for (const entry of state.recent) {
    put('log', packEntry(entry));
    for (const write of projectEntry(state, entry)) documents.attempt(write);
  }
  documents.attempt(putHead(state));
  for (const [account, readState] of state.readStates)
    put('readers', { ...readState, _id: memberId(state.id, account), rev: state.head?.seq });
  const reads: [op: string, from: string, limit: number | undefined][] = [];
  const store = new VirtualStore(
    documents,
    directStoreChannel(() => 0),
  );
  const counted = new Proxy(store, {
    get: (target, name: keyof VirtualStore) => {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (from: string, ...rest: unknown[]) => {
        const { limit, range } = rest[0] as { limit?: number; range?: Range };
        reads.push([name, from, limit ?? range?.limit]);
        return (method as (...args: unknown[]) => unknown).call(target, from, ...rest);
      };
    },
  });
  const edit = (into: (typeof COLLECTIONS)[number], id: string, changes: object | null) => {
    const doc = documents.get<Doc>(into, id);
    if (changes === null) documents.attempt({ op: 'del', in: into, id });
    else put(into, { ...doc, ...changes });
  };
  return { store: counted as unknown as Reader, documents, edit, put, reads };
}

/** The list of an account, and the rooms that were asked for their rows. */
async function listOf(
  account: string,
  reader: Reader,
  { inMemory = [] as string[], answer = { ok: true, value: { of: 'room' } } as object } = {},
) {
  const asked: string[] = [];
  const rooms = {
    tryAsk: async (room: string) => {
      asked.push(room);
      return answer;
    },
  } as unknown as Rooms;
  const list = createRoomList({ rooms, reader, now: () => NOW, isInMemory: (room) => inMemory.includes(room) });
  return { rows: await list(as(account)), asked, list };
}

const own = (state: RoomState, account: string) =>
  (decided(state, { type: 'view_list_row', by: as(account) }) as { reply: unknown }).reply;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const withDeleted = (count: number): RoomState => {
  const scene = groupScene();
  for (let at = 0; at < count; at += 1) {
    scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
    scene.commit({ by: 'cem', facts: [deletion(scene.state.head?.seq as number)] });
  }
  scene.commit({ by: 'bob', row: rowBy({ owner: 'bob' }) });
  return withReadStates(scene);
};

const direct = (): RoomState => {
  const scene: Scene = dmScene();
  const state = withReadStates(scene);
  const [ada] = [state.readStates.get('ada')];
  state.readStates.set('bob', { ...ada, account: 'bob', cursor: { ...ada?.cursor, seq: 2 } } as never);
  return state;
};

describe('a room that nobody has in memory', () => {
  it.each([
    ['with replies and edits', longRoom, ['ada', 'cem', 'eda']],
    ['with few deleted rows', () => withDeleted(3), ['ada', 'cem']],
    ['with many deleted rows', () => withDeleted(9), ['ada', 'cem']],
    ['of two', direct, ['ada', 'bob']],
  ] as const)('%s is shown as it shows itself, and is not asked', async (_, make, accounts) => {
    for (const account of accounts) {
      const { store } = stored(make());
      const { rows, asked } = await listOf(account, store);
      expect([asked, plain(rows)]).toEqual([[], [plain(own(make(), account))]]);
    }
  });

  it('is read in one round trip where its head names all that is shown', async () => {
    for (const make of [longRoom, () => withDeleted(4)]) {
      const { store, reads } = stored(make());
      await listOf('cem', store);
      expect(reads).toEqual([['getLinked', 'members', AT_ONCE_MAX]]);
    }
  });

  it('is read in two where an earlier version wrote the head, or more was deleted behind the cursor', async () => {
    const { store, edit, reads } = stored(longRoom());
    edit('rooms', ROOM, { listed: undefined });
    const { rows, asked } = await listOf('cem', store);
    expect([asked, plain(rows)]).toEqual([[], [plain(own(longRoom(), 'cem'))]]);
    const ofLog = ['getMany', 'rangeAfterEach'];
    expect(reads.map(([op, from]) => [op, from])).toEqual([
      ['getLinked', 'members'],
      ...ofLog.map((op) => [op, 'log']),
    ]);
    const deleted = stored(withDeleted(9));
    await listOf('cem', deleted.store);
    expect(deleted.reads.slice(1)).toEqual([['rangeAfterEach', 'log', 1_000]]);
  });

  it.each([999, 1_000])('is asked where %d deleted rows may not be all of them', async (count) => {
    const { store, edit } = stored(longRoom());
    edit('rooms', ROOM, { listed: undefined });
    const row = packEntry({ ...(longRoom().recent[5] as never as object), room: ROOM } as never);
    const many = Array.from({ length: count }, () => ({ ...row, room: ROOM }));
    const reader = new Proxy(store, {
      get: (target, name: keyof Reader) => (name === 'rangeAfterEach' ? async () => many : target[name]),
    });
    expect((await listOf('cem', reader)).asked).toEqual(count === 1_000 ? [ROOM] : []);
  });

  it('is answered for where the deleted rows that may be missing are those of later rooms', async () => {
    const { store, edit } = stored(longRoom());
    edit('rooms', ROOM, { listed: undefined });
    const row = packEntry(longRoom().recent[5] as never);
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...row, room: at < 999 ? ROOM : 'room-9' }));
    const reader = new Proxy(store, {
      get: (target, name: keyof Reader) => (name === 'rangeAfterEach' ? async () => many : target[name]),
    });
    expect((await listOf('cem', reader)).asked).toEqual([]);
  });

  const place = memberId(ROOM, 'cem');
  it.each<[string, (room: ReturnType<typeof stored>, head: HeadDoc) => void]>([
    ['has no checkpoint', ({ edit }) => edit('rooms', ROOM, null)],
    ['has applied less than it has decided', ({ edit }, { seq }) => edit('rooms', ROOM, { appliedSeq: seq - 1 })],
    ['is deleted', ({ edit }) => edit('rooms', ROOM, { deleted: true })],
    [
      'has rows with a lifetime',
      ({ edit }, { settings }) => edit('rooms', ROOM, { settings: { ...settings, messageTtlHours: 1 } }),
    ],
    ['is of a newer version', ({ edit }) => edit('rooms', ROOM, { format: FORMAT + 1 })],
    ['has gone on', ({ put }, { seq }) => put('log', { _id: logId(ROOM, seq + 1), seq: seq + 1, room: ROOM })],
    ['knows no cursor', ({ edit }) => edit('readers', place, null)],
    ['has a membership that is newer than its head', ({ edit }, { seq }) => edit('members', place, { rev: seq + 1 })],
    ['has the cursor of an earlier membership', ({ edit }) => edit('readers', place, { rev: 2 })],
    ['lacks a row that is shown', ({ edit }) => edit('log', logId(ROOM, 7), null)],
    ['has a row that is newer than its head', ({ edit }, { seq }) => edit('log', logId(ROOM, 7), { rev: seq + 1 })],
  ])('and %s is asked', async (_, spoil) => {
    const room = stored(longRoom());
    spoil(room, room.documents.get<HeadDoc & Doc>('rooms', ROOM) as HeadDoc);
    const { asked, rows } = await listOf('cem', room.store);
    expect([asked, rows]).toEqual([[ROOM], [{ of: 'room' }]]);
  });
});

describe('a room that is asked', () => {
  it('is one that this node has in memory, whatever is stored', async () => {
    const { asked, rows } = await listOf('cem', stored(longRoom()).store, { inMemory: [ROOM] });
    expect([asked, rows]).toEqual([[ROOM], [{ of: 'room' }]]);
  });

  it('is left out where it is gone, or not in the list; another refusal is one of the list', async () => {
    const ask = (answer: object) => listOf('cem', stored(longRoom()).store, { inMemory: [ROOM], answer });
    expect((await ask({ ok: false, code: 'room_not_found' })).rows).toEqual([]);
    expect((await ask({ ok: true, value: null })).rows).toEqual([]);
    await expect(ask({ ok: false, code: 'unavailable', retryAfterMs: 5 })).rejects.toMatchObject({
      refusal: { code: 'unavailable', retryAfterMs: 5 },
    });
  });
});

describe('the rooms of one account', () => {
  /** `count` rooms without anything but a membership: all are asked. */
  function many(count: number) {
    const room = stored(longRoom());
    const membership = room.documents.get<Doc>('members', memberId(ROOM, 'cem')) as Doc;
    const names = Array.from({ length: count }, (_, at) => `many-${String(at).padStart(5, '0')}`);
    for (const name of names) room.put('members', { ...membership, _id: memberId(name, 'cem'), room: name });
    return { ...room, names };
  }

  it('come in one round trip, or where there may be more, in turn: what is stored of 256 at once, of 512 in all', async () => {
    for (const [count, parts] of [
      [AT_ONCE_MAX - 2, []],
      [AT_ONCE_MAX - 1, [AT_ONCE_MAX]],
      [AT_ONCE_MAX, [AT_ONCE_MAX, 1]],
      [700, [AT_ONCE_MAX, AT_ONCE_MAX]],
    ] as const) {
      const { store, reads } = many(count);
      const starts: number[] = [];
      const reader = new Proxy(store, {
        get: (target, name: keyof Reader) => {
          if (name !== 'getLinked') return target[name];
          return (...args: Parameters<Reader['getLinked']>) => {
            if ('ids' in args[1]) starts.push(args[1].ids.length);
            return target.getLinked(...args);
          };
        },
      });
      const { rows, asked } = await listOf('cem', reader);
      // The last one by its name is stored, and is not among the first 512 of 701.
      expect([count, rows.length, asked.length]).toEqual([count, count + 1, count === 700 ? 701 : count]);
      expect([count, starts]).toEqual([count, parts]);
      const inTurn = reads.filter(([op, from]) => op === 'range' && from === 'members');
      expect(inTurn).toEqual(parts.length === 0 ? [] : [['range', 'members', 10_000]]);
    }
  });

  it('are listed in turn at once where they were too many for one round trip', async () => {
    const { store, reads } = many(AT_ONCE_MAX - 1);
    const { list } = await listOf('cem', store);
    reads.length = 0;
    await list(as('cem'));
    expect(reads[0]).toEqual(['range', 'members', 10_000]);
  });

  it('are remembered as in memory for ten thousand accounts', async () => {
    let ops: string[] = [];
    const of = (account: string) => [{ _id: memberId(ROOM, account), room: ROOM, account }];
    const reader = {
      getLinked: async (_: string, start: { range?: { prefix: string[] } }) => {
        if (start.range) ops.push('at once');
        return { start: of(start.range?.prefix[0] ?? ''), linked: [[], [], []] };
      },
      range: async (_: string, { prefix }: { prefix: string[] }) => {
        ops.push('in turn');
        return of(prefix[0] as string);
      },
    } as unknown as Reader;
    const { list } = await listOf('p-0', reader, { inMemory: [ROOM] });
    for (let nth = 1; nth < 10_000; nth += 1) await list(as(`p-${nth}`));
    ops = [];
    await list(as('p-0'));
    await list(as('p-10000'));
    await list(as('p-1'));
    expect(ops).toEqual(['in turn', 'at once', 'at once']);
  });

  it('are not read where most were in memory when they were listed last', async () => {
    const { store, reads, names } = many(3);
    const linked = () => reads.splice(0).map(([op]) => op);
    const inMemory: string[] = [];
    const { list } = await listOf('cem', store, { inMemory });
    expect(linked()).toContain('getLinked');
    const again = async (...warm: string[]) => {
      inMemory.splice(0, inMemory.length, ...warm);
      await list(as('cem'));
      return linked();
    };
    const [one = '', two = '', three = ''] = names;
    // Half of them are not most.
    expect(await again(one, two)).toEqual(['getLinked']);
    expect(await again(one, two, three)).toEqual(['getLinked']);
    expect(await again(one, two, three, ROOM)).toEqual(['range']);
    expect(await again(one)).toEqual(['range', 'getLinked']);
    expect(await again()).toEqual(['getLinked']);
  });
});
