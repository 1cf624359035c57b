/**
 * Standby leases as documents of `meta`, one for each life of a node. Every write is majority-acknowledged and guarded
 * by the number of the change, so that one that arrives late changes nothing.
 */
import type { NodeEntry } from '../cluster/lease-table.js';
import type { StandbyLeases } from '../cluster/standby-leases.js';
import type { Doc, Store } from '../store/store.js';

interface LifeDoc extends Doc {
  name: string;
  isExtended: boolean;
  isEnded: boolean;
  rev: number;
  /** Where other nodes reach it directly; nodes without a direct link, and of the previous version, have none. */
  address?: string;
}

const PREFIX = 'life:';
const AFTER_PREFIX = 'life;';

const idOf = (token: string): string => `${PREFIX}${token}`;
const tokenOf = ({ _id }: Doc): string => _id.slice(PREFIX.length);

export class StoredStandbyLeases implements StandbyLeases {
  readonly #store: Store;
  readonly #address: string | null;
  #changes = 0;

  constructor(store: Store, address: string | null = null) {
    this.#store = store;
    this.#address = address;
  }

  async addressOf(token: string): Promise<string | null> {
    return (await this.#store.get<LifeDoc>('meta', idOf(token)))?.address ?? null;
  }

  async register({ name, token }: NodeEntry): Promise<void> {
    const earlier = (await this.#all()).filter((life) => life.name === name && tokenOf(life) !== token);
    await this.#store.write([
      this.#put({
        _id: idOf(token),
        name,
        isExtended: false,
        isEnded: false,
        rev: 0,
        ...(this.#address !== null && { address: this.#address }),
      }),
      // Without a record they cannot be extended. One that is extended is ended by whoever takes its slots over.
      ...earlier.map(
        ({ _id }) => ({ op: 'del', in: 'meta', id: _id, guard: { equals: { isExtended: false } } }) as const,
      ),
    ]);
  }

  async extend(token: string): Promise<boolean> {
    const rev = this.#nextRev();
    const guard = { equals: { isEnded: false }, olderThan: rev };
    const [isDone] = await this.#store.write([
      { op: 'set', in: 'meta', id: idOf(token), set: { isExtended: true, rev }, guard },
    ]);
    if (isDone) return true;
    // A driver that sent it twice reports the second time, which was refused because of the first.
    const stored = await this.#store.get<LifeDoc>('meta', idOf(token));
    return stored?.rev === rev && !stored.isEnded;
  }

  async withdraw(token: string): Promise<void> {
    const rev = this.#nextRev();
    await this.#store.write([
      { op: 'set', in: 'meta', id: idOf(token), set: { isExtended: false, rev }, guard: { olderThan: rev } },
    ]);
  }

  async extended(): Promise<string[]> {
    // A write first: a primary that was replaced and does not know it cannot answer it, and the read asks the same one.
    await this.#store.write([{ op: 'put', in: 'meta', doc: { _id: 'lives-read', rev: this.#nextRev() } }]);
    return (await this.#all()).filter(({ isExtended }) => isExtended).map(tokenOf);
  }

  async end(token: string): Promise<'over' | 'extended'> {
    const _id = idOf(token);
    // Where no record is, one is written: that nobody can write an extension later must be stored, not only read.
    const tombstone = { _id, name: '', isExtended: false, isEnded: true, rev: 0 };
    await this.#store.write([this.#put(tombstone), { op: 'set', in: 'meta', id: _id, set: { isEnded: true } }]);
    const stored = await this.#store.get<LifeDoc>('meta', _id);
    return stored?.isEnded && !stored.isExtended ? 'over' : 'extended';
  }

  async forget(token: string): Promise<void> {
    await this.#store.write([{ op: 'del', in: 'meta', id: idOf(token) }]);
  }

  #all(): Promise<LifeDoc[]> {
    return this.#store.range<LifeDoc>('meta', { index: '_id', gte: PREFIX, lt: AFTER_PREFIX });
  }

  #put(doc: LifeDoc & Record<string, unknown>) {
    return { op: 'put', in: 'meta', doc, guard: { absent: true } } as const;
  }

  #nextRev(): number {
    this.#changes += 1;
    return this.#changes;
  }
}
