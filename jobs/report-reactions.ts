/**
 * Tells the dictionary how many have reacted to articles that were shared. The articles' rows carry a mark until it
 * knows: many reactions are one report, and what a kill interrupts is reported again. A dictionary that cannot be
 * reached ends the run; the client's breaker keeps the next ones from pressing it.
 */
import type { Rooms } from '#actors/room/commands.js';
import { type Dictionary, DictionaryFault, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

export interface ReportReactionsDeps {
  /** Null where none is set up: the marks stay for the one to come. */
  dictionary: Dictionary | null;
  rooms: Rooms;
  reader: Reader;
}

/** A shared article that carries the mark, as far as it matters here. */
interface Marked {
  _id: string;
  room: RoomId;
  seq: number;
  toReport: number;
  entryId?: number | null;
  reactions?: Record<string, number>;
}

const BATCH = 200;
const BATCHES_MAX = 50;
const CONCURRENCY = 8;

/** How many reports the dictionary has taken. What one run leaves behind is there for the next. */
export async function reportReactions({ dictionary, ...deps }: ReportReactionsDeps): Promise<number> {
  if (dictionary === null) return 0;
  const run = { ...deps, dictionary, reported: 0, trouble: null };
  // Behind the last one of a batch: what is not taken now does not stand in the way of the rest.
  for (let batch = 0, after = 0; batch < BATCHES_MAX; batch += 1) {
    const marked = await deps.reader.range<Marked>('log', { index: 'reports', gt: after, limit: BATCH });
    await reportAll(run, marked.values());
    const last = marked.at(-1);
    if (!last || marked.length < BATCH || run.trouble !== null) break;
    after = last.toReport;
  }
  if (run.trouble !== null && !((run.trouble as unknown) instanceof DictionaryUnavailable)) throw run.trouble;
  return run.reported;
}

interface Run extends ReportReactionsDeps {
  dictionary: Dictionary;
  reported: number;
  /** What has ended it. */
  trouble: unknown;
}

/** A few at a time, until there are none or the dictionary can take no more. */
async function reportAll(run: Run, marked: Iterator<Marked> & Iterable<Marked>): Promise<void> {
  const worker = async () => {
    for (const row of marked) {
      if (run.trouble !== null) return;
      try {
        if (await report(run, row)) run.reported += 1;
      } catch (error) {
        const isAboutThisOne = error instanceof DictionaryUnavailable && !(error instanceof DictionaryFault);
        if (!isAboutThisOne) run.trouble = error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Of an entry that the dictionary does not know there is nothing to tell. */
async function report({ dictionary, rooms }: Run, row: Marked): Promise<boolean> {
  const isKnown = typeof row.entryId === 'number' && (await dictionary.reportReactions(row.entryId, totalOf(row)));
  await rooms.tryAsk(row.room, { type: 'reactions_reported', row: row.seq, mark: row.toReport });
  return isKnown;
}

const totalOf = ({ reactions = {} }: Marked): number =>
  Object.values(reactions).reduce((total, count) => total + count, 0);
