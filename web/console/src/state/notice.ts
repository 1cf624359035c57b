/** The last thing that happened, said in a line: done, or refused and why. */
import { createStore } from '#page/state/store.js';
import { CallError } from '../net.js';
import { texts } from '../text/text.js';

interface Notice {
  line: string;
  isProblem: boolean;
  /** Changes with every line, so that the same one is said again. */
  turn: number;
}

export const notice = createStore<Notice>({ line: '', isProblem: false, turn: 0 });

export function say(line: string): void {
  notice.set(({ turn }) => ({ line, isProblem: false, turn: turn + 1 }));
}

export function sayProblem(error: unknown): void {
  notice.set(({ turn }) => ({ line: problemOf(error), isProblem: true, turn: turn + 1 }));
}

export function problemOf(error: unknown): string {
  if (!(error instanceof CallError)) return String(error);
  return texts().problems[error.code] ?? error.message;
}

/** What a person set off: it is said what came of it. Null when it was refused. */
export async function doing<T>(work: Promise<T>, done: string): Promise<T | null> {
  try {
    const result = await work;
    say(done);
    return result;
  } catch (error) {
    sayProblem(error);
    return null;
  }
}
