/** Whose turn it is while commands read what they need. */
import { type Envelope, Mailbox } from '#actors/runtime/mailbox.js';
import { HEAD_OF_LINE_TIMEOUT_MS, nextRunnable } from '#actors/runtime/next-runnable.js';

const NOW = 1_000;

interface Waiting {
  line: string;
  ready?: boolean;
  settled?: boolean;
  /** How long it has been reading; not at all by default. */
  readingMs?: number;
}

function envelope({ line, ready = false, settled = false, readingMs }: Waiting): Envelope<string> {
  const readingSince = readingMs === undefined ? null : NOW - readingMs;
  const rest = { weight: 1, urgent: false, deadline: 9_999, attempt: 0, rounds: 0, settle: () => undefined };
  return { command: line, ready, settled, readingSince, ...rest };
}

function next(waiting: Waiting[], hasLines = true) {
  const mailbox = new Mailbox<string>();
  for (const each of waiting) mailbox.offer(envelope(each));
  const all = [...mailbox];
  const lineOf = hasLines ? (command: string) => command : undefined;
  const chosen = nextRunnable(mailbox, lineOf, { monotonic: () => NOW });
  return { chosen: chosen && all.indexOf(chosen), left: mailbox.size };
}

describe('the next command', () => {
  it('is the first, once it is ready', () => {
    expect(
      next([
        { line: 'a', ready: true },
        { line: 'b', ready: true },
      ]),
    ).toEqual({ chosen: 0, left: 2 });
  });

  it('is none in an empty mailbox, nor where all were answered, who leave it', () => {
    expect(next([])).toEqual({ chosen: undefined, left: 0 });
    expect(
      next([
        { line: 'a', settled: true },
        { line: 'b', settled: true },
      ]),
    ).toEqual({ chosen: undefined, left: 0 });
  });

  it('is the first that is not answered', () => {
    expect(
      next([
        { line: 'a', settled: true },
        { line: 'b', ready: true },
      ]),
    ).toEqual({ chosen: 1, left: 1 });
  });

  it('waits for the first, while that has not read for long', () => {
    const reading = (readingMs?: number) =>
      next([
        { line: 'a', ...(readingMs === undefined ? {} : { readingMs }) },
        { line: 'b', ready: true },
      ]).chosen;
    expect(reading()).toBeUndefined();
    expect(reading(HEAD_OF_LINE_TIMEOUT_MS - 1)).toBeUndefined();
    expect(reading(HEAD_OF_LINE_TIMEOUT_MS)).toBe(1);
  });

  it('passes those that read for long, and none of the same line', () => {
    const long = { readingMs: 500 };
    expect(
      next([
        { line: 'a', ...long },
        { line: 'a', ready: true },
        { line: 'b', ready: true },
      ]).chosen,
    ).toBe(2);
    expect(
      next([
        { line: 'a', ...long },
        { line: 'b', ...long },
        { line: 'c', ready: true },
      ]).chosen,
    ).toBe(2);
    expect(
      next([
        { line: 'a', ...long },
        { line: 'b', readingMs: 1 },
        { line: 'c', ready: true },
      ]).chosen,
    ).toBeUndefined();
    expect(
      next([
        { line: 'a', ...long },
        { line: 'b', ready: true, settled: true },
        { line: 'c', ready: true },
      ]).chosen,
    ).toBe(2);
    expect(
      next([
        { line: 'a', ...long },
        { line: 'a', ready: true },
      ]).chosen,
    ).toBeUndefined();
  });

  it('passes nobody where a kind has no lines', () => {
    expect(
      next(
        [
          { line: 'a', readingMs: 500 },
          { line: 'b', ready: true },
        ],
        false,
      ).chosen,
    ).toBeUndefined();
  });
});
