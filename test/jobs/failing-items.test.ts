/** Accounts and rooms that do not answer a sweep hold up nobody else's. */
import type { Session } from '#actors/user/commands.js';
import { createFileWriter } from '#actors/writers/file-writer.js';
import { endSponsored } from '#jobs/end-sponsored.js';
import { expireMessages } from '#jobs/expire-messages.js';
import { PutOff } from '#jobs/put-off.js';
import { reportReactions } from '#jobs/report-reactions.js';
import { sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import { type SweepFilesDeps, sweepFiles } from '#jobs/sweep-files.js';
import { sweepSessions } from '#jobs/sweep-sessions.js';
import { type Dictionary, DictionaryFault } from '#src/adapters/dictionary/dictionary.js';
import type { FileUse, StoredFile } from '#src/domain/messages/file.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { type CollectionName, logId } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';

/** More than one read of the sweep finds, and due before all others. */
const BAD = 300;
const GOOD = 400;
const START = Date.UTC(2028, 0, 1);
const MINUTE_MS = 60_000;

const idOf = (at: number): string => `${at < BAD ? 'bad' : 'good'}-${String(at).padStart(4, '0')}`;
const ids = Array.from({ length: BAD + GOOD }, (_, at) => idOf(at));
const keyOf = (id: string): string => `rooms/${id}.jpg`;
const isBad = (id: string): boolean => id.startsWith('bad');
const refused = { ok: false, code: 'unavailable' } as const;

async function fill(store: Store, from: CollectionName, docOf: (id: string, at: number) => Doc): Promise<void> {
  const puts = ids.map((id, at) => ({ op: 'put' as const, in: from, doc: { ...docOf(id, at) } }));
  for (let at = 0; at < puts.length; at += 100) await store.write(puts.slice(at, at + 100));
}

/** The owners of the documents at the outermost edge: a bad one refuses, and a good one removes what is due. */
class Owners {
  readonly asked: string[] = [];
  readonly #remove: (id: string) => Promise<unknown>;

  constructor(remove: (id: string) => Promise<unknown>) {
    this.#remove = remove;
  }

  async answer<T>(id: string, value: T) {
    this.asked.push(id);
    if (isBad(id)) return refused;
    await this.#remove(id);
    return { ok: true as const, value };
  }
}

describeOnBothEngines('what fails in a sweep', (openStore) => {
  async function sessionsOf() {
    const store = await openStore();
    await fill(store, 'sessions', (id, at): Doc & Partial<Session> => ({
      _id: `s-${id}`,
      account: id,
      expiresAt: START - 10_000 + at,
    }));
    const owners = new Owners((id) => store.write([{ op: 'del', in: 'sessions', id: `s-${id}` }]));
    const users = { tryAsk: async (id: string) => owners.answer(id, 1) } as unknown as Parameters<
      typeof sweepSessions
    >[0]['users'];
    const clock = { now: START };
    const putOff = new PutOff(() => clock.now);
    const sweep = () => sweepSessions({ users, reader: store, putOff, now: () => clock.now });
    return { store, owners, clock, sweep };
  }

  it('is named, and everything else is done in the first run', async () => {
    const { store, sweep } = await sessionsOf();
    await expect(sweep()).rejects.toThrow(/^300 items could not be swept: bad-0000 \(.+\), .*, …$/);
    expect(await store.count('sessions', { index: '_id', limit: 10_000 })).toBe(BAD);
  });

  it('delays nothing else that was due in the same millisecond', async () => {
    const store = await openStore();
    const endsAt = START - 10_000;
    await fill(store, 'sponsoredItems', (id): Doc & Partial<SponsoredItem> => {
      return { _id: `i-${id}`, organization: id, live: `i-${id}`, endsAt };
    });
    const owners = new Owners((id) => store.write([{ op: 'del', in: 'sponsoredItems', id: `i-${id}` }]));
    const sponsored = { tryAsk: async (id: string) => owners.answer(id, 1) } as never;
    await expect(endSponsored({ sponsored, reader: store, now: () => START })).rejects.toThrow('300 items');
    expect(await store.count('sponsoredItems', { index: '_id', limit: 10_000 })).toBe(BAD);
  });

  it('is tried again later, each time after a longer pause', async () => {
    const { owners, clock, sweep } = await sessionsOf();
    const tries: number[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      owners.asked.length = 0;
      await sweep().catch(() => 0);
      tries.push(owners.asked.filter(isBad).length);
      clock.now += MINUTE_MS;
    }
    // In the next run, then after one minute and after three.
    expect(tries).toEqual([BAD, BAD, BAD, 0, 0, BAD, 0, 0]);
  });

  it('ends the run when nothing answers any more', async () => {
    const { owners, sweep } = await sessionsOf();
    owners.asked.length = 0;
    const all = ids.slice(BAD);
    owners.answer = async (id) => {
      owners.asked.push(id);
      return refused;
    };
    await expect(sweep()).rejects.toThrow(/^50\d items could not be swept: bad-0000 \(unavailable\)/);
    expect(owners.asked.length).toBeLessThan(BAD + all.length);
  });

  it('delays no other room whose messages have expired', async () => {
    const store = await openStore();
    await fill(store, 'rooms', (_id, at) => ({ _id, sweepAt: START - 10_000 + at }) as Doc);
    const owners = new Owners((id) => store.write([{ op: 'set', in: 'rooms', id, set: { sweepAt: START + 1 } }]));
    const rooms = { tryAsk: async (id: string) => owners.answer(id, { more: false }) } as never;
    const run = expireMessages({ rooms, reader: store, now: () => START, pageSize: 100 });
    await expect(run).rejects.toThrow('300 items');
    expect(await store.count('rooms', { index: 'expiry', lte: START, limit: 10_000 })).toBe(BAD);
  });

  it('delays no other deleted room', async () => {
    const store = await openStore();
    await fill(store, 'rooms', (_id) => ({ _id, toSweep: true }) as Doc);
    const owners = new Owners((id) => store.write([{ op: 'set', in: 'rooms', id, unset: ['toSweep'] }]));
    const rooms = { tryAsk: async (id: string) => owners.answer(id, 0) } as never;
    const clock = { now: START };
    const putOff = new PutOff(() => clock.now);
    for (let run = 0; run < 8; run += 1) {
      await sweepDeletedRooms({ rooms, reader: store, putOff, now: () => clock.now }).catch(() => 0);
      clock.now += MINUTE_MS;
    }
    expect(await store.count('rooms', { index: 'toSweep', limit: 10_000 })).toBe(BAD);
  });

  it('leaves a deleted room due as long as the objects of its archive cannot be removed', async () => {
    const store = await openStore();
    await store.write([{ op: 'put', in: 'rooms', doc: { _id: 'r', toSweep: true } }]);
    const tryAsk = async (id: string, { again }: { again: number | null }) => {
      const write = again === null ? { unset: ['toSweep'] } : { set: { toSweep: again } };
      await store.write([{ op: 'set', in: 'rooms', id, ...write }]);
      return { ok: true, value: 0 };
    };
    const clock = { now: START };
    let isAway = true;
    let removed = 0;
    const archive = {
      async removeObjects() {
        if (isAway) throw new Error('503 SlowDown');
        removed += 1;
        return 0;
      },
    };
    const sweep = () =>
      sweepDeletedRooms({ rooms: { tryAsk } as never, reader: store, archive, now: () => clock.now }).catch(() => 0);
    for (const later of [0, 2 * 3_600_000, 4 * 3_600_000]) {
      clock.now = START + later;
      await sweep();
    }
    isAway = false;
    await sweep();
    expect(removed).toBeGreaterThan(0);
    expect(await store.count('rooms', { index: 'toSweep', limit: 10 })).toBe(0);
  });

  it('delays no other file where the room that uses it does not answer', async () => {
    const store = await openStore();
    const at = START - 2 * 86_400_000;
    const about = { at, owner: 'room', contentType: 'image/jpeg', maxBytes: 1_000 };
    await fill(store, 'files', (id, nth): Doc & Partial<StoredFile> => {
      return { _id: keyOf(id), ...about, state: isBad(id) ? 'kept' : 'going', dueAt: START - 10_000 + nth };
    });
    await fill(store, 'fileUses', (id): Doc & Partial<FileUse> => {
      return { _id: `${keyOf(id)}:1`, key: keyOf(id), owner: id, by: 1, ...(isBad(id) ? {} : { released: true }) };
    });
    const removed: string[] = [];
    const objects = {
      // Every one is larger than its declared size.
      head: async (key: string) => ({ key, bytes: 2_000, modifiedAt: at, contentType: 'image/jpeg' }),
      readStart: async () => null,
      remove: async (keys: string[]) => void removed.push(...keys),
    };
    const rooms = { tryAsk: async () => refused };
    const now = () => START;
    const deps = { rooms, files: createFileWriter(store, { now }), objects, reader: store };
    const all = { ...deps, uploadLinkTtlS: 600, lateWritesMs: 0, now } as unknown as SweepFilesDeps;
    await expect(sweepFiles(all)).rejects.toThrow(
      /^300 files could not be swept: rooms\/bad-\d+\.jpg \(unavailable\), /,
    );
    // Those that failed are due after the others from then on.
    await expect(sweepFiles(all)).rejects.toThrow(/^300 files/);
    expect(removed.sort()).toEqual(ids.slice(BAD).map(keyOf));
  });

  it('delays no other report of reactions', async () => {
    const store = await openStore();
    // Rows of many rooms share a place.
    const row = { seq: 7, toReport: 7 };
    await fill(store, 'log', (id, at) => ({ _id: logId(id, row.seq), room: id, entryId: at, ...row }) as Doc);
    const owners = new Owners((id) =>
      store.write([{ op: 'set', in: 'log', id: logId(id, row.seq), unset: ['toReport'] }]),
    );
    const asked: number[] = [];
    const dictionary = {
      async reportReactions(entry: number) {
        asked.push(entry);
        if (entry < BAD) throw new DictionaryFault('it answered 500');
        return true;
      },
    } as unknown as Dictionary;
    const rooms = { tryAsk: async (id: string) => owners.answer(id, true) } as never;
    const clock = { now: START };
    const now = () => clock.now;
    const report = { dictionary, rooms, reader: store, putOff: new PutOff(now), now };
    expect(await reportReactions(report)).toBe(GOOD);
    expect(await store.count('log', { index: 'reports', limit: 10_000 })).toBe(BAD);
    for (; clock.now < START + MINUTE_MS; clock.now += 5_000) await reportReactions(report);
    // In the next run, then after a minute.
    expect(asked.filter((entry) => entry < BAD)).toHaveLength(2 * BAD);
  });
});
