/** The last notice of a page: a success, or an error with its reason. */
import { createStore, type Store } from '#page/app/store.js';

export interface Notice {
  line: string;
  isProblem: boolean;
  /** Changes with every notice, so that a repeated one is announced again. */
  turn: number;
}

export interface Notices {
  notice: Store<Notice>;
  notify(line: string): void;
  notifyError(error: unknown): void;
  /** Runs an action and shows a notice of its result. Null when it failed. */
  withNotice<T>(work: Promise<T>, done: string): Promise<{ value: T } | null>;
}

/** `problemOf` gives the page's own text for an error. */
export function createNotices(problemOf: (error: unknown) => string): Notices {
  const notice = createStore<Notice>({ line: '', isProblem: false, turn: 0 });
  const tell = (line: string, isProblem: boolean): void =>
    notice.set(({ turn }) => ({ line, isProblem, turn: turn + 1 }));
  const notify = (line: string): void => tell(line, false);
  const notifyError = (error: unknown): void => tell(problemOf(error), true);
  return {
    notice,
    notify,
    notifyError,
    async withNotice(work, done) {
      try {
        const value = await work;
        notify(done);
        return { value };
      } catch (error) {
        notifyError(error);
        return null;
      }
    },
  };
}
