/** Parts of the MongoDB engine that need no server: its errors, what goes in one command, and what an answer holds. */
import { BSON, MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError, type WriteError } from 'mongodb';
import type { CollectionName } from '#src/store/collections.js';
import { AbandonedTransactions } from '#src/store/mongo/abandoned-transactions.js';
import { bulkDeletionsFrom, deleteInBulk } from '#src/store/mongo/bulk-deletions.js';
import { bulkInsertsFrom, failedInsert, insertInBulk } from '#src/store/mongo/bulk-inserts.js';
import {
  isRefusal,
  isRefusedById,
  isSnapshotTooOld,
  isTooLarge,
  isTypeMismatch,
  reaching,
  refusedBy,
  stoppedInsert,
} from '#src/store/mongo/failures.js';
import { guardedFilter, hintOf, idFilter, pointsFilter, walkOf } from '#src/store/mongo/filters.js';
import { togetherIn } from '#src/store/mongo/ranges-together.js';
import { scannedIn } from '#src/store/mongo/scan.js';
import { allSettledOrThrow, splitByUniqueIndex } from '#src/store/mongo/writes.js';
import { type Range, StoreUnavailable, type Write } from '#src/store/store.js';

const serverError = (code: number, message = '') => new MongoServerError({ message, code });
const duplicate = (index: string) =>
  serverError(11_000, `E11000 duplicate key error collection: meydan.log index: ${index} dup key: { _id: "r:1" }`);
const unavailable = (cause: unknown) => new StoreUnavailable('MongoDB', { cause });
const never = undefined as never;

describe('an error of the driver', () => {
  it('becomes one of the store, with its words; a mistake of ours stays what it is', async () => {
    const cause = new MongoNetworkError('connection 3 closed');
    const failed = await reaching(1_000, 'ping', () => Promise.reject(cause)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StoreUnavailable);
    expect(failed).toMatchObject({ message: 'MongoDB: MongoNetworkError: connection 3 closed', cause });
    const mistake = new TypeError('a mistake');
    await expect(reaching(1_000, 'ping', () => Promise.reject(mistake))).rejects.toBe(mistake);
    expect(await reaching(1_000, 'ping', async () => 7)).toBe(7);
  });

  it('is that of a deadline where the server does not answer', async () => {
    const silence = new Promise<never>(() => undefined);
    await expect(reaching(5, 'count log', () => silence)).rejects.toEqual(
      new StoreUnavailable('MongoDB: no answer to count log within 5 ms'),
    );
  });

  it('names the unique index that refused, as it is declared', () => {
    expect(['_id_', 'dedupInRoom', 'refresh'].map((index) => refusedBy(duplicate(index)))).toEqual([
      '_id',
      'dedup',
      'refresh',
    ]);
    const others = [serverError(14, duplicate('_id_').message), serverError(11_000, 'E11000'), new Error('x'), null];
    expect(others.map(refusedBy)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is known by its code', () => {
    const wrapped = [239, 246, 14].map((code) => unavailable(serverError(code)));
    expect(wrapped.map(isSnapshotTooOld)).toEqual([true, true, false]);
    expect([239, 14].map((code) => isSnapshotTooOld(serverError(code)))).toEqual([true, false]);
    expect(isSnapshotTooOld(unavailable(undefined))).toBe(false);
    expect([isTypeMismatch(serverError(14)), isTypeMismatch(serverError(15)), isTypeMismatch({ code: 14 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([10_334, 4_568, 17_419, 17_420, 1].map((code) => isTooLarge(unavailable(serverError(code))))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect([isTooLarge(serverError(17_419)), isTooLarge({ code: 17_419 })]).toEqual([true, false]);
  });

  it('of one write in a bulk is a refusal for a key or a type, and says whether the id is taken', () => {
    const writeError = (code: number, errmsg?: string) => ({ code, errmsg }) as WriteError;
    expect([11_000, 14, 64].map((code) => isRefusal(writeError(code)))).toEqual([true, true, false]);
    const taken = 'E11000 … index: _id_ dup key: { … }';
    expect([writeError(11_000, taken), writeError(14, taken), writeError(11_000)].map(isRefusedById)).toEqual([
      true,
      false,
      false,
    ]);
  });

  const stopped = (error: MongoError, insertedCount: number, concern: object | undefined = undefined) =>
    Object.assign(Object.create(MongoBulkWriteError.prototype), {
      code: (error as MongoServerError).code,
      message: error.message,
      result: { insertedCount, getWriteConcernError: () => concern },
    });

  it('of an ordered insert says how many documents are durable, if they are', () => {
    const cause = stopped(duplicate('_id_'), 3);
    expect(stoppedInsert(cause)).toEqual({ appended: 3, by: '_id' });
    expect(stoppedInsert(unavailable(cause))).toEqual({ appended: 3, by: '_id' });
    expect(stoppedInsert(stopped(duplicate('_id_'), 3, { code: 64 }))).toBeUndefined();
    expect(stoppedInsert(stopped(serverError(14), 3))).toBeUndefined();
    expect(stoppedInsert(duplicate('_id_'))).toBeUndefined();
    expect([failedInsert(cause), failedInsert(duplicate('_id_'))]).toEqual([3, 0]);
  });
});

describe('all work of a write', () => {
  it('has ended before its failure is seen', async () => {
    let hasEnded = false;
    const late = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      hasEnded = true;
    });
    await expect(allSettledOrThrow([Promise.reject(new Error('one failed')), late])).rejects.toThrow('one failed');
    expect(hasEnded).toBe(true);
    await allSettledOrThrow([late]);
  });
});

const put = (into: CollectionName, _id: string, more: object = {}): Write => ({
  op: 'put',
  in: into,
  doc: { _id, ...more },
  guard: { absent: true },
});
const del = (from: CollectionName, id: string): Write => ({ op: 'del', in: from, id });

describe('a run of writes in a transaction', () => {
  const idsFrom = (writes: Write[], from = 0) => bulkInsertsFrom(writes, from).map(({ doc }) => doc._id);

  it('holds inserts into one collection, each of another document', () => {
    const [a, b] = [put('log', 'a'), put('log', 'b')];
    expect(idsFrom([a, b, put('rooms', 'c'), a])).toEqual(['a', 'b']);
    expect(idsFrom([a, b, a])).toEqual(['a', 'b']);
    expect(idsFrom([a, b, put('log', 'c')], 1)).toEqual(['b', 'c']);
    for (const guard of [undefined, {}, { absent: false as true }, { absent: true as const, olderThan: 3 }])
      expect(idsFrom([a, { ...b, guard } as Write, b])).toEqual(['a']);
    expect(idsFrom([del('log', 'x'), a])).toEqual([]);
  });

  it('holds deletions in one collection, each of another document', () => {
    const ids = (writes: Write[], from = 0) => bulkDeletionsFrom(writes, from).map(({ id }) => id);
    const [a, b] = [del('log', 'a'), del('log', 'b')];
    expect(ids([a, b, del('rooms', 'c'), a])).toEqual(['a', 'b']);
    expect(ids([a, b, a])).toEqual(['a', 'b']);
    expect(ids([a, b, put('log', 'c')], 1)).toEqual(['b']);
    expect(ids([put('log', 'c'), a])).toEqual([]);
  });

  it('that holds nothing asks the server nothing', async () => {
    expect([await insertInBulk(never, never, []), await deleteInBulk(never, never, [])]).toEqual([0, 0]);
  });
});

describe('the writes that may change a unique index', () => {
  const set = (id: string, more: object): Write => ({ op: 'set', in: 'log', id, ...more });
  const parts = (writes: Write[]) => {
    const { unique, others } = splitByUniqueIndex(writes);
    const names = (some: Write[]) => some.map((write) => writes.indexOf(write));
    return [names(unique), names(others)];
  };

  it('are those that touch a field of it, and all others of their documents', () => {
    const writes: Write[] = [
      set('r:1', { set: { body: 'x' } }),
      set('r:1', { set: { dedup: 'k' } }),
      set('r:2', { inc: { n: 1 } }),
      set('r:3', { unset: ['dedup'] }),
      put('rooms', 'r:1'),
      set('r:4', { inc: { dedup: 1 } }),
    ];
    expect(parts(writes)).toEqual([
      [0, 1, 3, 5],
      [2, 4],
    ]);
  });

  it('are no deletions, unless another write takes a place in the index', () => {
    expect(parts([del('log', 'r:1'), set('r:2', { set: { body: 'x' } })])).toEqual([[], [0, 1]]);
    const forgotten = set('r:3', { set: { body: 'x' }, unset: ['dedup'] });
    expect(parts([forgotten, set('r:4', { unset: ['dedup'] })])).toEqual([[], [0, 1]]);
    expect(parts([forgotten, set('r:4', { set: { dedup: 'k' } })])).toEqual([[0, 1], []]);
    expect(parts([del('log', 'r:1'), put('log', 'r:2', { room: 'r' })])).toEqual([[0, 1], []]);
    expect(parts([put('rooms', 'r'), del('rooms', 's')])).toEqual([[], [0, 1]]);
  });
});

describe('a command for MongoDB', () => {
  const textOf = (filter: unknown) => JSON.stringify(filter);

  it('names the shard of what it means, once', () => {
    expect(pointsFilter('bans', '_id', ['r:a', 'r:b'])).toEqual({
      $and: [{ _id: { $in: ['r:a', 'r:b'] } }, { room: { $eq: 'r' } }],
    });
    expect(textOf(pointsFilter('bans', '_id', ['r:a', 's:b']))).toContain('{"room":{"$in":["r","s"]}}');
    expect(pointsFilter('rooms', '_id', ['r:a'])).toEqual({ _id: { $in: ['r:a'] } });
    expect(idFilter('bans', 'r:a')).toEqual({ $and: [{ _id: { $eq: 'r:a' } }, { room: { $eq: 'r' } }] });
    expect(idFilter('rooms', 'r')).toEqual({ _id: { $eq: 'r' } });
    expect(textOf(guardedFilter('bans', 'r:a', { absent: true }))).toContain('{"room":{"$eq":"r"}}');
  });

  it('asks for the values of an index that can be in it', () => {
    const filter = textOf(pointsFilter('log', 'dedup', ['r:k', null]));
    expect(filter).toContain('{"dedup":{"$in":["r:k"]}}');
    expect(filter).toContain('{"dedup":{"$type":["number","string","bool"]}}');
    expect(textOf(pointsFilter('log', 'dedup', [null]))).not.toContain('room');
    expect(pointsFilter('inviteCodes', '_id', [7])).toEqual({ _id: { $in: [7] } });
  });

  it('names the shard of a range of ids within one room, and of no other', () => {
    const filterOf = (range: Range) => textOf(walkOf('log', range).filter);
    for (const range of [
      { gt: 'r:1', lt: 'r:9' },
      { gte: 'r:1', lte: 'r:9' },
    ] as const)
      expect(filterOf({ index: '_id', ...range })).toContain('{"room":{"$eq":"r"}}');
    expect(filterOf({ index: '_id', gt: 'r:1' })).not.toContain('room');
    expect(filterOf({ index: '_id', gt: 'r:1', lt: 's:1' })).not.toContain('room');
    expect(walkOf('log', { index: '_id' }).filter).toEqual({});
    // Texts of another field are of no shard, whatever they look like.
    const ofAuthor = walkOf('members', { index: 'byAccount', gt: 'r:1', lt: 'r:9' } as Range);
    expect(textOf(ofAuthor.filter)).not.toContain('room');
  });

  it('walks an index by its name and in its order, which the id ends', () => {
    expect(hintOf('log', '_id')).toBe('_id_');
    expect(hintOf('log', 'dedup')).toBe('dedupInRoom');
    expect(walkOf('members', { index: 'byRoom', prefix: ['r'], desc: true })).toMatchObject({
      hint: 'byRoom',
      sort: [
        ['room', -1],
        ['joinedSeq', -1],
        ['_id', -1],
      ],
    });
    expect(walkOf('log', { index: '_id' }).sort).toEqual([['_id', 1]]);
    expect(walkOf('sessions', { index: 'refresh' }).sort).toEqual([['refreshHash', 1]]);
  });
});

describe('several ranges in one command', () => {
  const byRoom = (rooms: string[], more: Partial<Range> = {}): Range[] =>
    rooms.map((room) => ({ index: 'byRoom', prefix: [room], limit: 10, ...more }));
  const row = (room: string, joinedSeq: unknown) => ({ _id: `${room}:${joinedSeq}`, room, joinedSeq });
  const dealt = (ranges: Range[], docs: object[]) => togetherIn('members', ranges)?.deal(docs as never);

  it('are of one index, ascending, and of some documents', () => {
    expect(togetherIn('members', [])).toBeNull();
    expect(togetherIn('members', byRoom(['r', 's'], { desc: true }))).toBeNull();
    expect(togetherIn('members', byRoom(['r', 's'], { limit: 0 }))).toBeNull();
    expect(togetherIn('members', [...byRoom(['r']), { index: 'byAccount', prefix: ['a'] }])).toBeNull();
    const [long, short] = [byRoom(['r'], { limit: 9 }), byRoom(['s'], { limit: 4 })];
    expect(togetherIn('members', [...long, ...short])).toMatchObject({ limit: 4, hint: 'byRoom' });
  });

  it('get their documents, in any order', () => {
    const docs = [row('s', 1), row('s', 2), row('r', 1), row('s', 3)];
    expect(dealt(byRoom(['r', 's', 't']), docs)).toEqual([[docs[2]], [docs[0], docs[1], docs[3]], []]);
  });

  it('of a longer prefix get the documents that have all of it', () => {
    const ranges = ['admin', 'member'].map((role): Range => ({ index: 'byRole', prefix: ['r', role] }));
    const docs = [
      { _id: 'a', room: 'r', role: 'member' },
      { _id: 'b', room: 'r', role: 'admin' },
    ];
    expect(dealt(ranges, docs)).toEqual([[docs[1]], [docs[0]]]);
    expect(dealt(ranges, [{ _id: 'c', room: 's', role: 'admin' }])).toBeNull();
  });

  it('are read alone where there may be more, or where one document is of none', () => {
    const two = [row('r', 1), row('r', 2)];
    expect(dealt(byRoom(['r', 's'], { limit: 2 }), two)).toBeNull();
    expect(dealt(byRoom(['r', 's'], { limit: 3 }), two)).toEqual([two, []]);
    expect(dealt(byRoom(['r', 's']), [row('r', 1), row('x', 1)])).toBeNull();
  });

  it.each<[Partial<Range>, unknown[]]>([
    [{ gt: 2 }, [3]],
    [{ gte: 2 }, [2, 3]],
    [{ lt: 2 }, [1]],
    [{ lte: 2 }, [1, 2]],
    [{ gt: 1, lt: 3 }, [2]],
    [{ gt: '' }, ['2']],
  ])('hold what their bounds %j let in', (bounds, inside) => {
    const docs = [1, 2, 3, '2'].map((seq) => row('r', seq));
    const ranges = [...byRoom(['r'], bounds), ...byRoom(['s'])];
    for (const doc of docs) expect(dealt(ranges, [doc])).toEqual(inside.includes(doc.joinedSeq) ? [[doc], []] : null);
  });
});

describe('the answer to a scan', () => {
  const docs = ['a', 'look here', 'b', 'and here'].map((body, at) => ({ _id: `r:${at}`, body }));
  const scan = { text: 'here', gt: 'r:', lt: 'r;', limit: 4 };
  /** As the server sends them: in one buffer, or in two. */
  const inOne = (some: object[]) => {
    const all = some.map((doc) => BSON.serialize(doc));
    const bytes = Buffer.concat([Buffer.alloc(9), ...all]);
    let at = bytes.byteOffset + 9;
    return all.map(({ byteLength }) => {
      at += byteLength;
      return new Uint8Array(bytes.buffer, at - byteLength, byteLength);
    });
  };
  const apart = (some: object[]) => some.map((doc) => new Uint8Array(BSON.serialize(doc)));

  it.each([
    ['in one piece', inOne],
    ['in several', apart],
  ])('that came %s holds what has the text, and where it ended', (_, sent) => {
    const found = [docs[1], docs[3]];
    expect(scannedIn(sent(docs), scan)).toEqual({ docs: found, last: 'r:3' });
    expect(scannedIn(sent(docs), { ...scan, limit: 5 })).toEqual({ docs: found, last: null });
    expect(scannedIn(sent(docs), { ...scan, text: 'nowhere' })).toEqual({ docs: [], last: 'r:3' });
    expect(scannedIn(sent([]), { ...scan, limit: 0 })).toEqual({ docs: [], last: null });
    expect(scannedIn(sent(docs.slice(3)), scan).docs).toEqual([docs[3]]);
  });
});

describe('the search for abandoned transactions', () => {
  const clientWith = (found: () => Promise<unknown[]>) => {
    const commands: unknown[] = [];
    const admin = {
      aggregate: () => ({ toArray: found }),
      command: async (command: unknown) => void commands.push(command),
    };
    return { commands, search: new AbandonedTransactions({ db: () => admin } as never) };
  };

  it('ends the sessions that it finds, and asks for nothing where there are none', async () => {
    const { commands, search } = clientWith(async () => [{ lsid: { id: 'a', uid: 'u' } }, { lsid: { id: 'b' } }]);
    await search.abort();
    expect(commands).toEqual([{ killSessions: [{ id: 'a' }, { id: 'b' }] }]);
    const none = clientWith(async () => []);
    await none.search.abort();
    expect(none.commands).toEqual([]);
  });

  it('is one at a time, and goes on after one that failed', async () => {
    let searches = 0;
    let end: (sessions: unknown[]) => void = () => undefined;
    const { commands, search } = clientWith(() => {
      searches += 1;
      if (searches === 1) return Promise.reject(new MongoError('not allowed'));
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await search.abort();
    const second = search.abort();
    await search.abort();
    expect(searches).toBe(2);
    end([{ lsid: { id: 'c' } }]);
    await second;
    expect(commands).toHaveLength(1);
  });
});
