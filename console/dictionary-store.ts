/** Changes of what the console keeps: one after the other, each decided on what the one before has left. */
import type { Reader, Store, Write } from '#src/store/store.js';
import { DICTIONARY_STATE_ID, type DictionaryState } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** What a change writes and what is told of it. Without writes nothing changes. */
export interface Change<T> {
  writes: Write[];
  answer: T;
  /** Numbers of entries it has taken. */
  entries?: number;
}

export interface DictionaryStore {
  readonly reader: Reader;
  now(): number;
  /** Counted up by every change of categories, topics and the states of entries. */
  version(): Promise<number>;
  /** `decide` may run several times: another process may have been quicker. */
  change<T>(decide: (state: DictionaryState) => Promise<Change<T>>): Promise<T>;
  /** A write that touches no state: it need not wait for its turn. */
  writeUnordered(write: Write): Promise<boolean>;
}

const TRIES = 50;
const empty: DictionaryState = { _id: DICTIONARY_STATE_ID, version: 0, entries: 0 };

export function createDictionaryStore(store: Store, now: () => number): DictionaryStore {
  let last: Promise<unknown> = Promise.resolve();
  const current = async (): Promise<DictionaryState> =>
    (await store.get<DictionaryState>('dictDesk', DICTIONARY_STATE_ID)) ?? empty;

  async function attempt<T>(decide: (state: DictionaryState) => Promise<Change<T>>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries += 1) {
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
      // Who comes next waits for the end of this turn, whatever its end is; the caller hears of it.
      last = turn.catch(() => undefined);
      return turn;
    },
    writeUnordered: async (write) => (await store.write([write]))[0] === true,
  };
}

/** Goes through only where nobody else has changed anything since the desk was read. */
function nextState(state: DictionaryState, entries: number): Write {
  const doc = { ...state, version: state.version + 1, entries: state.entries + entries };
  const guard = state.version === 0 ? { absent: true as const } : { equals: { version: state.version } };
  return { op: 'put', in: 'dictDesk', doc, guard };
}
