/** The last notice of a page: a success, or an error with its reason. */
import { createStore, type Store } from '../app/store.js';

export interface Notice {
  line: string;
  isProblem: boolean;
  /** Changes with every notice, so that a repeated one is announced again. */
  turn: number;
}

export interface Notices {
  notice: Store<Notice>;
  say(line: string): void;
  sayProblem(error: unknown): void;
  /** Runs an action and shows a notice of its result. Null when it failed. */
  doing<T>(work: Promise<T>, done: string): Promise<{ value: T } | null>;
}

/** `problemOf` gives the page's own text for an error. */
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
