/** Serialized changes of the console's data: each change is decided on the result of the previous one. */
import type { Reader, Store, Write } from '#src/store/store.js';
import { DICTIONARY_STATE_ID, type DictionaryState } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** The writes of a change and its result. A change without writes stores nothing. */
export interface Change<T> {
  writes: Write[];
  answer: T;
  /** How many entry numbers the change assigned. */
  entries?: number;
}

export interface DictionaryStore {
  readonly reader: Reader;
  now(): number;
  /** Increased by every change of categories, topics and entry states. */
  version(): Promise<number>;
  /** `decide` may run several times, because another process may commit first. */
  change<T>(decide: (state: DictionaryState) => Promise<Change<T>>): Promise<T>;
  /** A write that does not depend on the dictionary state, so it is not serialized. */
  writeUnordered(write: Write): Promise<boolean>;
}

const ATTEMPTS_MAX = 50;
const empty: DictionaryState = { _id: DICTIONARY_STATE_ID, version: 0, entries: 0 };

export function createDictionaryStore(store: Store, now: () => number): DictionaryStore {
  let last: Promise<unknown> = Promise.resolve();
  const current = async (): Promise<DictionaryState> =>
    (await store.get<DictionaryState>('dictDesk', DICTIONARY_STATE_ID)) ?? empty;

  async function attempt<T>(decide: (state: DictionaryState) => Promise<Change<T>>): Promise<T> {
    for (let tries = 0; tries < ATTEMPTS_MAX; tries += 1) {
      const state = await current();
      const { writes, answer, entries = 0 } = await decide(state);
      if (writes.length === 0) return answer;
      const result = await store.transaction([nextState(state, entries), ...writes]);
      if (result.ok) return answer;
    }
    throw new ConsoleRefusal('unavailable');
  }

  return {
    reader: store,
    now,
    version: async () => (await current()).version,
    change<T>(decide: (state: DictionaryState) => Promise<Change<T>>): Promise<T> {
      const turn = last.then(() => attempt(decide));
      // The next change starts when this one settles, whether it failed or not. The caller gets the error.
      last = turn.catch(() => undefined);
      return turn;
    },
    writeUnordered: async (write) => (await store.write([write]))[0] === true,
  };
}

/** Guarded by the version that was read: the write fails if another process committed in between. */
function nextState(state: DictionaryState, entries: number): Write {
  const doc = { ...state, version: state.version + 1, entries: state.entries + entries };
  const guard = state.version === 0 ? { absent: true as const } : { equals: { version: state.version } };
  return { op: 'put', in: 'dictDesk', doc, guard };
}
