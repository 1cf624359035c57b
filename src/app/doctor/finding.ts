/** What an examination of one part of the installation has found. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  /** A sentence for the operator, with the remedy where there is one. Without secrets. */
  message: string;
}

/** A clock elsewhere, beside that of this machine. */
export interface ClockReading {
  of: string;
  /** ms by which it is ahead. */
  aheadMs: number;
  /** ms by which that may be wrong. */
  uncertainMs: number;
}

export interface Examination {
  findings: Finding[];
  clock?: ClockReading | null;
}

export interface Check {
  /** The part of the installation, as the report names it. */
  part: string;
  /** A rejection is a problem with the error's message. */
  run(): Promise<Examination>;
}

export const ok = (message: string): Finding => ({ level: 'ok', message });
export const warning = (message: string): Finding => ({ level: 'warning', message });
export const problem = (message: string): Finding => ({ level: 'problem', message });

/** The whole cause: libraries put the useful half into `cause`, or into the errors of an aggregate. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  const own = error.message || (error as NodeJS.ErrnoException).code || error.name;
  return inner instanceof Error && !own.includes(inner.message) ? `${own}: ${reasonOf(inner)}` : own;
}

/** How far a clock elsewhere is ahead that was read between two instants of this one. */
export function readingOf(of: string, theirs: number, { from, to }: { from: number; to: number }, coarseMs = 0) {
  return { of, aheadMs: Math.round(theirs - (from + to) / 2), uncertainMs: Math.ceil((to - from) / 2) + coarseMs };
}
