import { type ClockReading, readingOf } from './finding.js';

const TIMEOUT_MS = 10_000;
/** A Date header has whole seconds. */
const HEADER_MS = 1_000;

export interface TimedAnswer {
  answer: Response;
  /** The clock of the server, if it says its time. */
  clock: ClockReading | null;
}

/** `of`: whose clock the answer's Date is. */
export async function timedFetch(of: string, url: string): Promise<TimedAnswer> {
  const from = Date.now();
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const date = Date.parse(answer.headers.get('date') ?? '');
  return { answer, clock: Number.isNaN(date) ? null : readingOf(of, date, { from, to: Date.now() }, HEADER_MS) };
}
