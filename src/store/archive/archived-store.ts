/**
 * The storage port over another one, with archived rows of the log in it (ADR 0107). A write to an archived row brings
 * the row back first; an append is refused by what is archived as by what is stored.
 */
import type { AppendResult, Doc, Store, TransactionResult, Write } from '../store.js';
import { ArchivedReader, type ArchiveParts } from './archived-reader.js';
import { numberOf, placeOf, stretchId } from './stretch.js';
import type { LogDoc } from './stretch-codec.js';

type Entry = Doc & Record<string, unknown>;
type Set = Extract<Write, { op: 'set' }>;

/** The rows of a stretch may go again between the return of a row and its change, once for each run of the job. */
const ATTEMPTS_MAX = 5;
/** The time from a change of an archived row until its stretch is written again. */
export const THAWED_MS = 600_000;

export interface ArchivedStoreParts extends ArchiveParts {
  rows: Store;
  now(): number;
}

export class ArchivedStore extends ArchivedReader implements Store {
  readonly engine: Store['engine'];
  readonly #store: Store;
  readonly #now: () => number;

  constructor(parts: ArchivedStoreParts) {
    super(parts);
    this.#store = parts.rows;
    this.#now = parts.now;
    this.engine = parts.rows.engine;
  }

  async append(entries: Entry[]): Promise<AppendResult> {
    if (this.archives.isEmpty || !(await this.archives.hasAny())) return this.#store.append(entries);
    const refusal = await this.#firstRefused(entries);
    if (!refusal) return this.#store.append(entries);
    const result = await this.#store.append(entries.slice(0, refusal.at));
    return result.refused ? result : { ...result, refused: { by: refusal.by } };
  }

  async write(writes: Write[], how?: { bulk?: true }): Promise<boolean[]> {
    const done = await this.#store.write(writes, how);
    if (!writes.some(isRowChange) || !(await this.archives.hasAny())) return done;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const missed = writes.filter((write, at): write is Set => isRowChange(write) && !done[at]);
      const returned = await this.#bringBack(missed.map(({ id }) => id));
      if (returned.size === 0) return done;
      const again = missed.filter(({ id }) => returned.has(id));
      const outcomes = await this.#store.write(again);
      again.forEach((write, at) => {
        done[writes.indexOf(write)] = outcomes[at] ?? false;
      });
    }
    return done;
  }

  async transaction(writes: Write[]): Promise<TransactionResult> {
    const touchesLog = writes.some((write) => write.in === 'log');
    if (!touchesLog || !(await this.archives.hasAny())) return this.#store.transaction(writes);
    const refused = await this.#firstRefusedPut(writes);
    if (refused) return { ok: false, at: refused.at, reason: 'unique', by: refused.by };
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#store.transaction(writes);
      if (result.ok || result.reason !== 'guard' || attempt === ATTEMPTS_MAX) return result;
      const ids = writes.filter(isRowChange).map(({ id }) => id);
      if ((await this.#bringBack(ids)).size === 0) return result;
    }
  }

  now(): Promise<number> {
    return this.#store.now();
  }

  ping(): Promise<void> {
    return this.#store.ping();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #firstRefused(entries: readonly Entry[]): Promise<{ at: number; by: string } | null> {
    for (const [at, { _id, dedup }] of entries.entries()) {
      const place = placeOf(_id);
      if (!place) continue;
      if (place.seq <= (await this.archives.lastSeq(place.room))) return { at, by: '_id' };
      const isRepeat = typeof dedup === 'string' && (await this.archivedRequest(place.room, dedup)) !== null;
      if (isRepeat) return { at, by: 'dedup' };
    }
    return null;
  }

  async #firstRefusedPut(writes: readonly Write[]): Promise<{ at: number; by: string } | null> {
    const puts = writes.flatMap((write, at) =>
      write.op === 'put' && write.in === 'log' ? [{ at, doc: write.doc }] : [],
    );
    const refused = await this.#firstRefused(puts.map(({ doc }) => doc));
    return refused && { at: puts[refused.at]?.at ?? 0, by: refused.by };
  }

  /** Those of these rows that were archived and are rows now. Rows that are there are left as they are. */
  async #bringBack(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const old = [];
    for (const id of new Set(ids)) {
      const place = placeOf(id);
      if (place && place.seq <= (await this.archives.lastSeq(place.room))) old.push(id);
    }
    const rows = await this.#store.getMany('log', old);
    const archived = await this.archivedRows(old.filter((_, at) => rows[at] === null));
    for (const docs of byStretch(archived.values())) {
      // Refused if one of them is a row by now, or if the stretch is gone with its room.
      if (!(await this.#thaw(docs))) for (const doc of docs) await this.#thaw([doc]);
    }
    return new Set(archived.keys());
  }

  /** Rows of one stretch. */
  async #thaw(docs: readonly LogDoc[]): Promise<boolean> {
    const [{ room, seq } = { room: '', seq: 0 }] = docs;
    const dueAt = this.#now() + THAWED_MS;
    const { ok } = await this.#store.transaction([
      {
        op: 'set',
        in: 'stretches',
        id: stretchId(room, numberOf(seq)),
        set: { state: 'thawed', dueAt },
        inc: { rev: 1 },
      },
      ...docs.map((doc): Write => ({ op: 'put', in: 'log', doc, guard: { absent: true } })),
    ]);
    return ok;
  }
}

function byStretch(docs: Iterable<LogDoc>): Iterable<LogDoc[]> {
  const groups = new Map<string, LogDoc[]>();
  for (const doc of docs) {
    const id = stretchId(doc.room, numberOf(doc.seq));
    groups.set(id, [...(groups.get(id) ?? []), doc]);
  }
  return groups.values();
}

const isRowChange = (write: Write): write is Set => write.op === 'set' && write.in === 'log';

export const archivedStore = (parts: ArchivedStoreParts): Store => new ArchivedStore(parts);
