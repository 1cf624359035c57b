/** The last thing that happened, said in a line: done, or refused and why. */
import { wireOf } from '#page/net/api.js';
import { createStore } from '#page/state/store.js';
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

/** The sentence for a refusal: ours where we have one, else the service's. */
export function problemOf(error: unknown): string {
  const { code, message } = wireOf(error);
  return texts().problems[code] ?? message;
}

/** What a person set off: it is said what came of it. Null when it was refused. */
export async function doing<T>(work: Promise<T>, done: string): Promise<{ value: T } | null> {
  try {
    const value = await work;
    say(done);
    return { value };
  } catch (error) {
    sayProblem(error);
    return null;
  }
}
