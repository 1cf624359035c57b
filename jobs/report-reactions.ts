/**
 * Reports the number of reactions to shared articles to the dictionary. An article's row keeps its mark until the
 * report succeeds, so that many reactions make one report and an interrupted report is repeated. A run ends if the
 * dictionary is unreachable; the client's circuit breaker limits the next attempts.
 */
import type { Rooms } from '#actors/room/commands.js';
import { type Dictionary, DictionaryFault, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';

export interface ReportReactionsDeps {
  /** Null if no dictionary is configured: the marks stay until there is one. */
  dictionary: Dictionary | null;
  rooms: Rooms;
  reader: Reader;
}

/** The fields of a shared article with a mark that this job reads. */
interface Marked {
  _id: string;
  room: RoomId;
  seq: number;
  toReport: number;
  entryId?: number | null;
  reactions?: Record<string, number>;
}

const BATCH_MAX = 200;
const BATCHES_MAX = 50;
const CONCURRENCY = 8;

/** Returns the number of accepted reports. The next run continues with the rest. */
export async function reportReactions({ dictionary, ...deps }: ReportReactionsDeps): Promise<number> {
  if (dictionary === null) return 0;
  const run = { ...deps, dictionary, reported: 0, trouble: null };
  // Each batch begins after the previous one, so that failed reports do not block the others.
  for (let batch = 0, after = 0; batch < BATCHES_MAX; batch += 1) {
    const marked = await deps.reader.range<Marked>('log', { index: 'reports', gt: after, limit: BATCH_MAX });
    await reportAll(run, marked.values());
    const last = marked.at(-1);
    if (!last || marked.length < BATCH_MAX || run.trouble !== null) break;
    after = last.toReport;
  }
  if (run.trouble !== null && !((run.trouble as unknown) instanceof DictionaryUnavailable)) throw run.trouble;
  return run.reported;
}

interface Run extends ReportReactionsDeps {
  dictionary: Dictionary;
  reported: number;
  /** The error that ended the run. */
  trouble: unknown;
}

/** Reports some rows in parallel, until none is left or the dictionary refuses more. */
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

/** An entry that the dictionary does not know loses its mark too: there is nothing to report. */
async function report({ dictionary, rooms }: Run, row: Marked): Promise<boolean> {
  const isKnown = typeof row.entryId === 'number' && (await dictionary.reportReactions(row.entryId, totalOf(row)));
  await rooms.tryAsk(row.room, { type: 'reactions_reported', row: row.seq, mark: row.toReport });
  return isKnown;
}

const totalOf = ({ reactions = {} }: Marked): number =>
  Object.values(reactions).reduce((total, count) => total + count, 0);
