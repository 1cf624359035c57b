/** The storage of the development provider: sessions, grants and codes, in bounded memory. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

const RECORDS_MAX = 10_000;

interface Kept {
  payload: AdapterPayload;
  endsAt: number;
}

export function createMemoryAdapter(now: () => number): (model: string) => Adapter {
  const records = new Map<string, Kept>();
  return (model) => new MemoryAdapter(model, records, now);
}

class MemoryAdapter implements Adapter {
  readonly #model: string;
  readonly #records: Map<string, Kept>;
  readonly #now: () => number;

  constructor(model: string, records: Map<string, Kept>, now: () => number) {
    this.#model = model;
    this.#records = records;
    this.#now = now;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const key = this.#key(id);
    this.#records.delete(key);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size < RECORDS_MAX) break;
      this.#records.delete(oldest);
    }
    const endsAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : this.#now() + expiresIn * 1_000;
    this.#records.set(key, { payload, endsAt });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = this.#records.get(this.#key(id));
    return kept && kept.endsAt > this.#now() ? kept.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first(({ payload }) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#first(({ payload }) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(this.#now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    this.#records.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#records) {
      if (payload.grantId === grantId && this.#isOurs(key)) this.#records.delete(key);
    }
  }

  #first(fits: (kept: Kept) => boolean): AdapterPayload | undefined {
    for (const [key, kept] of this.#records) {
      if (this.#isOurs(key) && kept.endsAt > this.#now() && fits(kept)) return kept.payload;
    }
    return undefined;
  }

  #key(id: string): string {
    return `${this.#model}:${id}`;
  }

  #isOurs(key: string): boolean {
    return key.startsWith(`${this.#model}:`);
  }
}
