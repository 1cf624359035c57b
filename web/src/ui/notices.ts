/** The last thing that happened, said in a line: done, or refused and why. */
import { createStore, type Store } from '../app/store.js';

export interface Notice {
  line: string;
  isProblem: boolean;
  /** Changes with every line, so that the same one is said again. */
  turn: number;
}

export interface Notices {
  notice: Store<Notice>;
  say(line: string): void;
  sayProblem(error: unknown): void;
  /** What a person set off: it is said what came of it. Null when it was refused. */
  doing<T>(work: Promise<T>, done: string): Promise<{ value: T } | null>;
}

/** Each page knows its own words for what the service refuses. */
export function createNotices(problemOf: (error: unknown) => string): Notices {
  const notice = createStore<Notice>({ line: '', isProblem: false, turn: 0 });
  const tell = (line: string, isProblem: boolean): void =>
    notice.set(({ turn }) => ({ line, isProblem, turn: turn + 1 }));
  const say = (line: string): void => tell(line, false);
  const sayProblem = (error: unknown): void => tell(problemOf(error), true);
  return {
    notice,
    say,
    sayProblem,
    async doing(work, done) {
      try {
        const value = await work;
        say(done);
        return { value };
      } catch (error) {
        sayProblem(error);
        return null;
      }
    },
  };
}
