/**
 * Reports the number of reactions to shared articles to the dictionary. An article's row keeps its mark until the
 * report succeeds, so that many reactions make one report and an interrupted report is repeated. A report that fails
 * is put off, so that it delays no other one. A run ends when the client's circuit breaker opens.
 */
import type { Rooms } from '#actors/room/commands.js';
import { type Dictionary, DictionaryResting, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { duePages } from './sweep-each.js';

export interface ReportReactionsDeps {
  /** Null if no dictionary is configured: the marks stay until there is one. */
  dictionary: Dictionary | null;
  rooms: Rooms;
  reader: Reader;
  /** Rows whose reports failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
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

/** Reports of one run. */
const REPORTS_MAX = 10_000;
const CONCURRENCY = 8;

/** Returns the number of accepted reports. The next run continues with the rest. */
export async function reportReactions({ dictionary, ...deps }: ReportReactionsDeps): Promise<number> {
  if (dictionary === null) return 0;
  const { reader, now, putOff = new PutOff(now) } = deps;
  const run: Run = { ...deps, dictionary, putOff, reported: 0, trouble: null };
  const visited = new Set<string>();
  for await (const page of duePages<Marked>(reader, 'log', { index: 'reports', time: 'toReport' })) {
    const due = page.filter(({ _id }) => !visited.has(_id) && !putOff.has(_id));
    for (const { _id } of due) visited.add(_id);
    await reportAll(run, due.values());
    if (run.trouble !== null || visited.size >= REPORTS_MAX) break;
  }
  if (run.trouble !== null && !(run.trouble instanceof DictionaryResting)) throw run.trouble;
  return run.reported;
}

interface Run extends ReportReactionsDeps {
  dictionary: Dictionary;
  putOff: PutOff;
  reported: number;
  /** The error that ended the run. */
  trouble: unknown;
}

/** Reports some rows in parallel, until none is left or the run ends. */
async function reportAll(run: Run, marked: Iterator<Marked> & Iterable<Marked>): Promise<void> {
  const worker = async () => {
    for (const row of marked) {
      if (run.trouble !== null) return;
      try {
        if (await report(run, row)) run.reported += 1;
        run.putOff.succeeded(row._id);
      } catch (error) {
        const isAboutThisOne = error instanceof DictionaryUnavailable && !(error instanceof DictionaryResting);
        if (isAboutThisOne) run.putOff.failed(row._id);
        else run.trouble = error;
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
