/** Changes of what the console keeps: one after the other, each decided on what the one before has left. */
import type { Reader, Store, Write } from '#src/store/store.js';
import { DESK, type Desk } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

/** What a change writes and what is told of it. Without writes nothing changes. */
export interface Change<T> {
  writes: Write[];
  answer: T;
  /** Numbers of entries it has taken. */
  entries?: number;
}

export interface DeskKeeper {
  readonly reader: Reader;
  now(): number;
  /** Counted up by every change of categories, topics and the states of entries. */
  version(): Promise<number>;
  /** `decide` may run several times: another process may have been quicker. */
  change<T>(decide: (desk: Desk) => Promise<Change<T>>): Promise<T>;
  /** A write that touches no state: it need not wait for its turn. */
  note(write: Write): Promise<boolean>;
}

const TRIES = 50;
const empty: Desk = { _id: DESK, version: 0, entries: 0 };

export function createDesk(store: Store, now: () => number): DeskKeeper {
  let last: Promise<unknown> = Promise.resolve();
  const current = async (): Promise<Desk> => (await store.get<Desk>('dictDesk', DESK)) ?? empty;

  async function attempt<T>(decide: (desk: Desk) => Promise<Change<T>>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const desk = await current();
      const { writes, answer, entries = 0 } = await decide(desk);
      if (writes.length === 0) return answer;
      const result = await store.transaction([turned(desk, entries), ...writes]);
      if (result.ok) return answer;
    }
    throw new ConsoleRefusal('unavailable');
  }

  return {
    reader: store,
    now,
    version: async () => (await current()).version,
    change<T>(decide: (desk: Desk) => Promise<Change<T>>): Promise<T> {
      const turn = last.then(() => attempt(decide));
      // Who comes next waits for the end of this turn, whatever its end is; the caller hears of it.
      last = turn.catch(() => undefined);
      return turn;
    },
    note: async (write) => (await store.write([write]))[0] === true,
  };
}

/** Goes through only where nobody else has changed anything since the desk was read. */
function turned(desk: Desk, entries: number): Write {
  const doc = { ...desk, version: desk.version + 1, entries: desk.entries + entries };
  const guard = desk.version === 0 ? { absent: true as const } : { equals: { version: desk.version } };
  return { op: 'put', in: 'dictDesk', doc, guard };
}
