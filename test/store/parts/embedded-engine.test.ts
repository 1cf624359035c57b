/** The engine of the embedded store on a file of its own, without its thread: groups, failures, free space, indexes, fills. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '#src/store/embedded/database.js';
import { Engine } from '#src/store/embedded/engine.js';
import { FreeSpace } from '#src/store/embedded/free-space.js';
import { differencesOf } from '#src/store/embedded/tables.js';
import type { Answer, Request, StoreMode } from '#src/store/embedded/worker-protocol.js';

let dir: string;
let file: string;
const open: { close(): void }[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-engine-'));
  file = join(dir, 'store.db');
});
afterEach(async () => {
  for (const each of open.splice(0)) each.close();
  await rm(dir, { recursive: true, force: true });
});

function opened(mode: StoreMode = 'serve') {
  const db = new Connection(file, mode === 'read' ? { readOnly: true } : {});
  let engine: Engine;
  try {
    engine = new Engine(file, db, mode);
  } catch (cause) {
    db.close();
    throw cause;
  }
  open.push(engine);
  /** The answers to one group, in the parts in which they came. */
  const run = (...requests: Request[]) => {
    const parts: Answer[][] = [];
    engine.run(
      requests.map((request, at) => ({ id: at + 1, request })),
      (answers) => parts.push(answers),
    );
    return parts;
  };
  const one = (request: Request) => {
    const [answer] = run(request).flat();
    if (!answer || 'failure' in answer) throw new Error(answer?.failure.message ?? 'no answer');
    return answer.value;
  };
  return { db, engine, run, one };
}
const closed = (engine: Engine) => {
  engine.close();
  open.splice(open.indexOf(engine), 1);
};

const put = (id: string, doc: object = {}): Request => ({
  op: 'write',
  steps: [{ op: 'put', in: 'meta', id, doc: JSON.stringify({ _id: id, ...doc }), keys: [] }],
});
const points = (...values: string[]): Request => ({ op: 'points', from: 'meta', field: '_id', values });
const members = (count: number) => {
  const store = opened();
  const steps = Array.from({ length: count }, (_, at) => {
    const doc = { _id: `r:${at}`, room: 'r', role: 'member', since: at, joinedSeq: at, present: true };
    return { op: 'set' as const, in: 'members' as const, id: doc._id, doc };
  });
  for (const { id, doc } of steps) {
    const text = JSON.stringify(doc);
    store.db.run('INSERT INTO members (id, doc) VALUES (?, ?)', [id, text]);
  }
  return store;
};

describe('a group of requests', () => {
  it('answers its reads first, which see nothing of its writes', () => {
    const { run } = opened();
    const parts = run(put('a'), points('a'), { op: 'ping' }, { op: 'builds' }, { op: 'close' });
    expect(parts.map((answers) => answers.map(({ id }) => id))).toEqual([[2, 3, 4], [1]]);
    expect(parts).toEqual([
      [
        { id: 2, value: [] },
        { id: 3, value: true },
        { id: 4, value: [] },
      ],
      [{ id: 1, value: [true] }],
    ]);
    expect(run(points('a'))).toEqual([[{ id: 1, value: ['{"_id":"a"}'] }]]);
    expect(run({ op: 'close' })).toEqual([]);
  });

  it('fails as a whole where the store fails, and is taken again after a ping', () => {
    const { db, run } = opened();
    db.exec('PRAGMA query_only = ON');
    const failed = run(put('a'), put('b')).flat();
    expect(failed).toMatchObject([
      { id: 1, failure: { kind: 'unavailable' } },
      { id: 2, failure: { kind: 'unavailable' } },
    ]);
    expect(run({ op: 'ping' }).flat()).toMatchObject([{ failure: { kind: 'unavailable' } }]);
    expect(db.inTransaction).toBe(false);
    db.exec('PRAGMA query_only = OFF');
    expect(run({ op: 'ping' })).toEqual([[{ id: 1, value: true }]]);
    db.exec('PRAGMA query_only = ON');
    // It is a read again: nothing has failed since.
    expect(run({ op: 'ping' })).toEqual([[{ id: 1, value: true }]]);
    db.exec('PRAGMA query_only = OFF');
    expect(run(put('a'))).toEqual([[{ id: 1, value: [true] }]]);
  });

  it('leaves nothing of itself where one of its writes failed', () => {
    const { db, run } = opened();
    db.exec("CREATE TRIGGER refusing BEFORE INSERT ON meta WHEN NEW.id = 'b' BEGIN SELECT RAISE(ABORT, 'no'); END");
    expect(run(put('a'), put('b')).flat()).toMatchObject([{ failure: {} }, { failure: { kind: 'unavailable' } }]);
    expect([db.inTransaction, run(points('a')).flat()]).toEqual([false, [{ id: 1, value: [] }]]);
    expect(run(put('a')).flat()).toEqual([{ id: 1, value: [true] }]);
  });

  it('is not spoilt by a request that is a mistake of ours', () => {
    const { run } = opened();
    const broken: Request = {
      op: 'write',
      steps: [{ op: 'put', in: 'nowhere' as never, id: 'x', doc: '{}', keys: [] }],
    };
    const [bad, good] = run(broken, put('a')).flat();
    expect([bad, good]).toMatchObject([
      { id: 1, failure: { kind: 'error' } },
      { id: 2, value: [true] },
    ]);
    expect(run({ ...points('a'), from: 'nowhere' as never } as Request, points('a')).flat()).toMatchObject([
      { failure: {} },
      { value: ['{"_id":"a"}'] },
    ]);
  });
});

describe('a way to open the file', () => {
  it('serves nobody while a restore has not finished, unless it is that restore', () => {
    opened().one(put('restore'));
    for (const mode of ['serve', 'read', 'schema'] as const) expect(() => opened(mode)).toThrow('has not finished');
    opened('restore');
  });

  it('refuses what a newer version wrote, in every way', () => {
    opened().one(put('format', { current: 999, oldest: 999, version: '9.9.0' }));
    for (const mode of ['serve', 'read', 'schema', 'restore'] as const)
      expect(() => opened(mode)).toThrow('start version 9.9.0 or newer');
  });

  it('reads no file that lacks an index, and changes none for an operator', () => {
    const { db } = opened();
    db.exec('DROP INDEX members_byRole');
    expect(() => opened('read')).toThrow('the index byRole of members is missing');
    const schema = opened('schema');
    const missing = [{ collection: 'members', index: 'byRole', kind: 'missing' }];
    expect(schema.one({ op: 'differences' })).toEqual(missing);
    db.exec('CREATE INDEX members_own ON members (id)');
    db.exec('CREATE INDEX "odd""name" ON members (id)');
    const undeclared = ['own', 'odd"name'].map((index) => ({ collection: 'members', index, kind: 'undeclared' }));
    expect(schema.one({ op: 'differences' })).toEqual([...missing, ...undeclared]);
    expect(schema.one({ op: 'drop_index', from: 'members', index: 'own' })).toEqual([...missing, undeclared[1]]);
    expect(schema.one({ op: 'drop_index', from: 'members', index: 'nothing' })).toEqual([...missing, undeclared[1]]);
    expect(schema.one({ op: 'drop_index', from: 'members', index: 'odd"name' })).toEqual(missing);
    opened();
    expect(differencesOf(db)).toEqual([]);
    db.exec('CREATE INDEX members_own ON members (id)');
    opened('read');
  });

  it('refuses an index of another definition, and leaves the file as it was', () => {
    const { db } = opened();
    db.exec('DROP INDEX members_byRole');
    db.exec('CREATE INDEX members_byRole ON members (id)');
    db.exec('DROP INDEX members_byRoom');
    expect(() => opened()).toThrow('the index byRole of members has another definition');
    expect(differencesOf(db)).toEqual([
      { collection: 'members', index: 'byRoom', kind: 'missing' },
      { collection: 'members', index: 'byRole', kind: 'changed' },
    ]);
  });

  it('leaves a file as it was where a table cannot be opened', () => {
    closed(opened().engine);
    const db = new Connection(file);
    open.push(db);
    for (const sql of ['DROP INDEX members_byRole', 'DROP TABLE meta', 'DROP TABLE rooms']) db.exec(sql);
    db.exec('CREATE VIEW rooms AS SELECT 1 AS id, 2 AS doc');
    expect(() => new Engine(file, db)).toThrow('a view');
    expect(db.inTransaction).toBe(false);
    expect(differencesOf(db)).toContainEqual({ collection: 'members', index: 'byRole', kind: 'missing' });
  });

  it('holds the moment of a reader', () => {
    const { one } = opened();
    const reader = opened('read');
    expect(reader.one({ op: 'hold_snapshot' })).toBe(true);
    one(put('a'));
    expect([reader.one(points('a')), opened('read').one(points('a'))]).toEqual([[], ['{"_id":"a"}']]);
    expect(reader.run(put('b')).flat()).toMatchObject([{ failure: {} }]);
  });
});

describe('the fill of an index that a file lacks', () => {
  const range = (index: string): Request => ({ op: 'count', from: 'members', range: { index, prefix: ['r'] } });

  it('goes on in slices, tells how far it is, and refuses reads of that index alone', () => {
    const first = members(250);
    first.db.exec('DROP INDEX members_byRole');
    first.db.exec('INSERT INTO accounts (id, doc) VALUES (\'a\', \'{"_id":"a"}\')');
    closed(first.engine);
    const { engine, run, one, db } = opened();
    expect(engine.isFilling).toBe(true);
    const build = (done: number) => [{ collection: 'members', indexes: ['byRole'], done, of: 250, isUnique: false }];
    expect(one({ op: 'builds' })).toMatchObject(build(0));
    const refused = { failure: { kind: 'unavailable', message: 'the index byRole of members is being built' } };
    expect(run(range('byRole'), range('byAccount')).flat()).toMatchObject([refused, {}]);
    expect(run(range('byAccount')).flat()).not.toMatchObject([refused]);
    expect(run(points('a'))).toEqual([[{ id: 1, value: [] }]]);
    const linked: Request = { op: 'linked', from: 'members', start: { range: { index: 'byRole' } }, steps: [] };
    expect(run(linked).flat()).toMatchObject([refused]);
    expect(run({ ...linked, start: { ids: ['r:1'] } }).flat()).toMatchObject([{ value: [[expect.any(String)]] }]);
    engine.fillSlice();
    expect(one({ op: 'builds' })).toMatchObject(build(100));
    expect(db.first('SELECT after FROM column_fills WHERE collection = ?', ['members'])).toEqual([100]);
    for (let slices = 0; slices < 3; slices += 1) engine.fillSlice();
    expect([engine.isFilling, one({ op: 'builds' }), one(range('byRole'))]).toEqual([false, [], 250]);
    expect(db.first('SELECT count(*) FROM column_fills', [])).toEqual([0]);
    engine.fillSlice();
  });

  it('goes on after a slice that failed, and after a start', () => {
    const first = members(150);
    first.db.exec('DROP INDEX members_byRole');
    closed(first.engine);
    const { engine, db, one } = opened();
    db.exec("CREATE TRIGGER refusing BEFORE UPDATE ON members BEGIN SELECT RAISE(ABORT, 'not now'); END");
    expect(() => engine.fillSlice()).toThrow('not now');
    expect([db.inTransaction, one({ op: 'builds' })]).toMatchObject([false, [{ done: 0 }]]);
    db.exec('DROP TRIGGER refusing');
    engine.fillSlice();
    closed(engine);
    expect(engine.isFilling).toBe(false);
    const again = opened();
    expect(again.one({ op: 'builds' })).toMatchObject([{ done: 100, of: 150 }]);
    again.engine.fillSlice();
    again.engine.fillSlice();
    expect(again.one(range('byRole'))).toBe(150);
  });

  it('is none for marks of collections and columns that this version does not know', () => {
    const { db, engine } = opened();
    for (const mark of ["'nowhere', 'x'", "'members', 'later'", "'members', 'index:later'", "'log', 'later'"])
      db.exec(`INSERT INTO column_fills VALUES (${mark}, 0)`);
    closed(engine);
    expect(opened().engine.isFilling).toBe(false);
  });
});

describe('free space', () => {
  const BIG = 'x'.repeat(3_000);
  const pages = (db: Connection, name: string) => Number(db.first(`PRAGMA ${name}`, [])?.[0]);
  function fill(db: Connection, rows: number) {
    db.exec('CREATE TABLE IF NOT EXISTS big (id INTEGER PRIMARY KEY, text TEXT)');
    db.exec('BEGIN');
    for (let row = 0; row < rows; row += 1) db.run('INSERT INTO big (text) VALUES (?)', [BIG]);
    db.exec('COMMIT');
  }

  it('is given back in steps from 16 MB on, down to 4 MB', () => {
    const { db, engine } = opened();
    fill(db, 4_600);
    expect(engine.hasMuchFreeSpace).toBe(false);
    db.exec('DELETE FROM big WHERE id > 3000');
    expect(engine.hasMuchFreeSpace).toBe(false);
    db.exec('DELETE FROM big');
    const before = pages(db, 'freelist_count');
    expect([before > 4_096, engine.hasMuchFreeSpace]).toEqual([true, true]);
    engine.giveBackSome();
    expect(pages(db, 'freelist_count')).toBe(before - 256);
    let steps = 1;
    for (; engine.hasMuchFreeSpace; steps += 1) engine.giveBackSome();
    expect(pages(db, 'freelist_count')).toBeLessThanOrEqual(1_024);
    expect(pages(db, 'freelist_count')).toBeGreaterThan(1_024 - 257);
    expect(steps).toBe(Math.ceil((before - 1_024) / 256));
    fill(db, 1_200);
    db.exec('DELETE FROM big');
    expect(pages(db, 'freelist_count')).toBeGreaterThan(1_024);
    expect(engine.hasMuchFreeSpace).toBe(false);
    closed(engine);
    expect(engine.hasMuchFreeSpace).toBe(false);
  });

  it('of an older file is given back by an operator alone, who leaves a file that gives back by itself', () => {
    const { db, engine, one } = opened();
    db.exec('PRAGMA auto_vacuum = NONE');
    db.exec('VACUUM');
    fill(db, 4_600);
    db.exec('DELETE FROM big');
    expect([pages(db, 'freelist_count') > 4_096, new FreeSpace(db).isMuch]).toEqual([true, false]);
    db.exec("INSERT INTO column_fills VALUES ('members', 'index:byRole', 7)");
    expect(one({ op: 'vacuum' })).toEqual([]);
    expect([pages(db, 'auto_vacuum'), pages(db, 'freelist_count')]).toEqual([2, 0]);
    // The rows have new numbers: what was filled up to one of them is filled anew.
    expect(db.first('SELECT after FROM column_fills', [])).toEqual([0]);
    expect(new FreeSpace(db).isMuch).toBe(false);
    closed(engine);
  });
});
