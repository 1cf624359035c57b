/** The two ends of the store's thread: what travels together, what is answered, and what an error or an end comes to. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBetweenRequests, shrinkBetweenRequests } from '#src/store/embedded/between-requests.js';
import type { Engine } from '#src/store/embedded/engine.js';
import { errorOf, failureOf } from '#src/store/embedded/failures.js';
import { holdFolder, storeFileOf } from '#src/store/embedded/folder.js';
import { serveRequests } from '#src/store/embedded/serve-requests.js';
import { untilBuilt } from '#src/store/embedded/until-built.js';
import { WorkerLink } from '#src/store/embedded/worker-link.js';
import type { Answer, Request, RequestBatch } from '#src/store/embedded/worker-protocol.js';
import type { IndexBuild } from '#src/store/schema/index-builds.js';
import { StoreLocked, StoreUnavailable } from '#src/store/store.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let at = 0; at < count; at += 1) await turn();
};
const sqlite = (code: unknown) => Object.assign(new Error('no'), { code });

describe('a failure between the threads', () => {
  it.each([
    ['SQLITE_FULL', 'the disk is full'],
    ['SQLITE_CORRUPT_VTAB', 'the file is damaged'],
    ['SQLITE_NOTADB', 'the file is damaged'],
    ['SQLITE_READONLY', 'read-only'],
    ['SQLITE_CANTOPEN', 'cannot be opened'],
    ['SQLITE_IOERR_WRITE', 'the disk reports an error'],
    ['SQLITE_NOMEM', 'the store failed'],
    ['SQLITE_X_FULL', 'the store failed'],
  ])('of %s says what it means', (code, meaning) => {
    const failure = failureOf(sqlite(code), 'a.db');
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(failure.message).toMatch(new RegExp(`^a\\.db: .*${meaning}.* \\(${code}: no\\)$`));
    expect(errorOf(failure)).toEqual(new StoreUnavailable(failure.message));
  });

  it('of a held lock names the file; any other is an error of ours', () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'])
      expect(failureOf(sqlite(code), 'a.db')).toEqual({ kind: 'locked', message: 'a.db' });
    for (const code of ['ENOENT', 5, undefined])
      expect(failureOf(sqlite(code), 'a.db')).toEqual({ kind: 'error', message: 'no' });
    expect(failureOf('text', 'a.db')).toEqual({ kind: 'error', message: 'text' });
    expect(failureOf(new StoreUnavailable('away'), 'a.db')).toEqual({ kind: 'unavailable', message: 'away' });
    expect(errorOf({ kind: 'locked', message: 'x' })).toBeInstanceOf(StoreLocked);
    const mistake = errorOf({ kind: 'error', message: 'x' });
    expect([mistake instanceof StoreLocked, mistake instanceof StoreUnavailable]).toEqual([false, false]);
  });
});

/** A thread whose answers a test gives. */
function thread() {
  const sent: RequestBatch[] = [];
  const listeners: Record<string, ((value: never) => void)[]> = { message: [], error: [], exit: [] };
  const emit = (event: 'message' | 'error' | 'exit', value?: unknown) => {
    for (const listener of listeners[event] ?? []) listener(value as never);
  };
  const postMessage = (batch: RequestBatch) => void sent.push(batch);
  return { sent, emit, postMessage, on: (event: string, listener: never) => listeners[event]?.push(listener) };
}

function linkOn(more: { gather?: () => void } = {}) {
  const ends = thread();
  const losses: string[] = [];
  const ticks: (() => void)[] = [];
  const link = new WorkerLink('a.db', ends as never, {
    gather: () => undefined,
    onLost: (why) => losses.push(why),
    afterTick: (run) => ticks.push(run),
    ...more,
  });
  const tick = () => {
    for (const run of ticks.splice(0)) run();
  };
  const open = async () => {
    ends.emit('message', [{ id: 0, value: null }]);
    await link.opened;
  };
  return { ...ends, link, losses, ticks, tick, open };
}

const ping: Request = { op: 'ping' };
const append: Request = { op: 'append', entries: [] };
const idsOf = (sent: RequestBatch[]) => sent.map((batch) => batch.map(({ id }) => id));

describe('the main end', () => {
  it('sends the reads of a tick in one message, after all of its callbacks', async () => {
    const { link, sent, ticks, tick, emit } = linkOn();
    const reading = [link.request(ping), link.request(ping)];
    await Promise.resolve();
    expect([ticks.length, sent]).toEqual([1, []]);
    tick();
    expect(idsOf(sent)).toEqual([[1, 2]]);
    void link.request(ping).catch(() => undefined);
    tick();
    expect(idsOf(sent)).toEqual([[1, 2], [3]]);
    emit('message', [
      { id: 2, value: 'two' },
      { id: 1, value: 'one' },
      { id: 9, value: 'of nobody' },
    ]);
    expect(await Promise.all(reading)).toEqual(['one', 'two']);
  });

  it.each<Request>([append, { op: 'write', steps: [] }, { op: 'transaction', steps: [] }])(
    'sends a write at the end of its task, with the reads before it: %j',
    async (write) => {
      const { link, sent, ticks, tick } = linkOn();
      for (const request of [ping, write, write]) void link.request(request).catch(() => undefined);
      expect(sent).toEqual([]);
      await Promise.resolve();
      expect([idsOf(sent), ticks.length]).toEqual([[[1, 2, 3]], 1]);
      tick();
      expect(sent).toHaveLength(1);
      void link.request(write).catch(() => undefined);
      await Promise.resolve();
      expect(idsOf(sent)).toEqual([[1, 2, 3], [4]]);
    },
  );

  it('lets what was gathered join the message', () => {
    let joined = 0;
    const ends = linkOn({
      gather: () => {
        joined += 1;
        if (joined === 1) void ends.link.request(ping).catch(() => undefined);
      },
    });
    ends.link.schedule();
    ends.tick();
    expect(idsOf(ends.sent)).toEqual([[1]]);
  });

  it('refuses with the error that the thread had', async () => {
    const { link, tick, emit } = linkOn();
    const [one, other] = [link.request(ping), link.request(ping)];
    tick();
    emit('message', [{ id: 1, failure: { kind: 'unavailable', message: 'full' } }]);
    await expect(one).rejects.toEqual(new StoreUnavailable('full'));
    emit('message', [{ id: 2, failure: { kind: 'error', message: 'ours' } }]);
    await expect(other).rejects.toThrow('ours');
  });

  it('is open by the first answer, or refused by it', async () => {
    const { link, open } = linkOn();
    await open();
    const refused = linkOn();
    refused.emit('message', [{ id: 0, failure: { kind: 'locked', message: 'a.db' } }]);
    await expect(refused.link.opened).rejects.toBeInstanceOf(StoreLocked);
    await link.opened;
  });

  it.each([
    ['error', new Error('out of memory'), 'the thread of a.db broke: out of memory'],
    ['exit', undefined, 'the thread of a.db has ended'],
  ] as const)(
    'says once that the thread is lost (%s), refuses what waits and what comes',
    async (event, value, why) => {
      const { link, sent, losses, tick, emit, open } = linkOn();
      await open();
      const waiting = link.request(ping);
      emit(event, value);
      emit('exit');
      await expect(waiting).rejects.toEqual(new StoreUnavailable(why));
      await expect(link.request(ping)).rejects.toThrow(why);
      tick();
      expect([losses, sent]).toEqual([[why], []]);
      await link.ended();
    },
  );

  it('takes the end for a loss neither after a close, nor before it was open', async () => {
    const { link, losses, emit, open } = linkOn();
    await open();
    void link.request({ op: 'close' }).catch(() => undefined);
    let hasEnded = false;
    const ending = link.ended().then(() => {
      hasEnded = true;
    });
    await turn();
    expect(hasEnded).toBe(false);
    emit('exit');
    await ending;
    const early = linkOn();
    early.emit('exit');
    await expect(early.link.opened).rejects.toThrow('has ended');
    expect([losses, early.losses]).toEqual([[], []]);
  });
});

describe("the thread's end", () => {
  function serving() {
    const done: string[] = [];
    const sent: Answer[][] = [];
    const inbox: RequestBatch[] = [];
    let listener: (batch: RequestBatch) => void = () => undefined;
    const engine = {
      run: (batch: RequestBatch, answer: (answers: Answer[]) => void) => {
        done.push(`run ${batch.map(({ id }) => id)}`);
        answer([{ id: batch[0]?.id ?? -1, value: 'ok' }]);
      },
      close: () => void done.push('close'),
    };
    serveRequests(engine as unknown as Engine, {
      send: (answers) => void sent.push(answers),
      receive: () => inbox.shift(),
      onMessage: (to) => {
        listener = to;
      },
      close: () => void done.push('port'),
    });
    return { done, sent, inbox, receive: (batch: RequestBatch) => listener(batch) };
  }
  const batch = (...ids: number[]): RequestBatch => ids.map((id) => ({ id, request: ping }));

  it('runs what has arrived meanwhile as one group', () => {
    const { done, sent, inbox, receive } = serving();
    inbox.push(batch(2, 3), batch(4));
    receive(batch(1));
    receive(batch(5));
    expect(done).toEqual(['run 1,2,3,4', 'run 5']);
    expect(sent).toEqual([[{ id: 1, value: 'ok' }], [{ id: 5, value: 'ok' }]]);
  });

  it('closes the store after its group, answers, and ends', () => {
    const { done, sent, receive } = serving();
    receive([...batch(1), { id: 2, request: { op: 'close' } }]);
    expect(done).toEqual(['run 1,2', 'close', 'port']);
    expect(sent.at(-1)).toEqual([{ id: 2, value: null }]);
  });
});

describe('work between the requests', () => {
  it('fills slice by slice, one for each turn, until nothing is left', async () => {
    let left = 3;
    const engine = {
      get isFilling() {
        return left > 0;
      },
      fillSlice: () => {
        left -= 1;
      },
    };
    fillBetweenRequests(engine as Engine);
    expect(left).toBe(2);
    await turns(6);
    expect(left).toBe(0);
  });

  /** What was to run later, which a test runs at once; nothing here is left behind. */
  async function withTimers(work: (timers: { run: () => void; ms: number }[]) => Promise<void>): Promise<void> {
    const timers: { run: () => void; ms: number }[] = [];
    const real = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, ms: number) => {
      timers.push({ run, ms });
      return { unref: () => undefined };
    }) as unknown as typeof setTimeout;
    try {
      await work(timers);
    } finally {
      globalThis.setTimeout = real;
    }
  }

  it('waits for a second after a slice that failed', () =>
    withTimers(async (timers) => {
      let tries = 0;
      const engine = {
        get isFilling() {
          return tries < 2;
        },
        fillSlice: () => {
          tries += 1;
          if (tries < 2) throw sqlite('SQLITE_FULL');
        },
      };
      fillBetweenRequests(engine as Engine);
      await turns(3);
      expect([tries, timers.map(({ ms }) => ms)]).toEqual([1, [1_000]]);
      timers.pop()?.run();
      await turns(3);
      expect([tries, timers]).toEqual([2, []]);
    }));

  it('gives space back step by step while there is much, and looks again later, also after a step that failed', () =>
    withTimers(async (timers) => {
      const answers = [true, true, false, true];
      let steps = 0;
      const engine = {
        get hasMuchFreeSpace() {
          return answers.shift() ?? false;
        },
        giveBackSome: () => {
          steps += 1;
          if (steps === 3) throw sqlite('SQLITE_IOERR');
        },
      };
      shrinkBetweenRequests(engine as Engine);
      expect([steps, timers]).toEqual([1, []]);
      await turns(4);
      expect([steps, timers.map(({ ms }) => ms)]).toEqual([2, [10_000]]);
      timers.pop()?.run();
      await turns(4);
      expect([steps, timers.map(({ ms }) => ms)]).toEqual([3, [10_000]]);
      shrinkBetweenRequests(engine as Engine, 7);
      expect(timers.map(({ ms }) => ms)).toEqual([10_000, 7]);
    }));
});

describe('the wait for builds', () => {
  const build = (collection: 'log' | 'rooms', isUnique: boolean) => ({
    collection,
    indexes: ['x'],
    done: 1,
    of: 2,
    isUnique,
  });

  it('ends when none is left that concerns the caller, and reports without what is for the caller alone', async () => {
    const answers = [[build('log', true), build('rooms', false)], [build('rooms', false)]];
    let asked = 0;
    const told: IndexBuild[] = [];
    const builds = async () => answers[Math.min(asked++, 1)] ?? [];
    await untilBuilt(
      { builds },
      (one) => told.push(one),
      ({ isUnique }) => isUnique,
    );
    expect([asked, told]).toEqual([2, [{ collection: 'log', indexes: ['x'], done: 1, of: 2 }]]);
  });

  it('concerns all of them otherwise, and reports now and then only', async () => {
    let asked = 0;
    const told: IndexBuild[] = [];
    const builds = async () => (asked++ < 2 ? [build('rooms', false)] : []);
    await untilBuilt({ builds }, (one) => told.push(one));
    expect([asked, told.length]).toEqual([3, 1]);
  });
});

describe('the data folder', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-hold-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is made, and names its holder once the store is open', async () => {
    const deep = join(dir, 'a/b');
    const { path, opened } = await holdFolder(deep);
    expect(path).toBe(storeFileOf(deep));
    await opened(Promise.resolve());
    expect(await readFile(join(deep, 'holder.pid'), 'utf8')).toBe(`${process.pid}\n`);
  });

  it('is refused where it cannot be made', async () => {
    await writeFile(join(dir, 'file'), '');
    const refused = await holdFolder(join(dir, 'file/a')).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect((refused as Error).message).toContain(`the data folder ${join(dir, 'file/a')} cannot be created: `);
  });

  it('names the holder that has it, as far as it is known; any other failure stays what it is', async () => {
    const { opened } = await holdFolder(dir);
    const locked = () => Promise.reject(new StoreLocked('x'));
    await expect(opened(locked())).rejects.toEqual(
      new StoreLocked(`process (unknown) holds the data folder ${dir}; stop it first`),
    );
    await writeFile(join(dir, 'holder.pid'), '7\n');
    await expect(opened(locked())).rejects.toThrow('process 7 holds');
    const cause = new StoreUnavailable('damaged');
    await expect(opened(Promise.reject(cause))).rejects.toBe(cause);
  });

  it('is open also where the holder cannot be named', async () => {
    const { opened } = await holdFolder(dir);
    await rm(dir, { recursive: true });
    const warnings: string[] = [];
    const listen = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', listen);
    await opened(Promise.resolve());
    await turn();
    process.off('warning', listen);
    expect(warnings.filter((warning) => warning.startsWith(`${join(dir, 'holder.pid')} could not be`))).toHaveLength(1);
  });
});
