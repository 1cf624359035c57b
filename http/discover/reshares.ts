/** How often entries were passed on: those of one page are counted together, and kept for a moment. */
import type { ArticleRef, SharedArticles } from '#actors/room/commands.js';
import { createAnswerCache } from '#src/adapters/dictionary/answer-cache.js';
import type { EdgeEnv } from '../routing/edge-env.js';

/** Many readers of one page at once count once. */
const KEPT_MS = 1_000;
const KEPT_MAX = 5_000;

interface Waiting {
  ref: ArticleRef;
  resolve(count: number): void;
  reject(error: unknown): void;
}

export function createReshares(
  articles: Pick<SharedArticles, 'reshares'>,
  { monotonic }: Pick<EdgeEnv, 'monotonic'>,
): (ref: ArticleRef) => Promise<number> {
  const counts = createAnswerCache({ keepMs: KEPT_MS, sizeMax: KEPT_MAX, monotonic });
  let waiting: Waiting[] = [];

  function countAll(): void {
    const all = waiting;
    waiting = [];
    articles.reshares(all.map(({ ref }) => ref)).then(
      (counted) => {
        for (const [at, { resolve }] of all.entries()) resolve(counted[at] ?? 0);
      },
      (error: unknown) => {
        for (const { reject } of all) reject(error);
      },
    );
  }

  const count = (ref: ArticleRef): Promise<number> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ ref, resolve, reject }) === 1) queueMicrotask(countAll);
    });

  return (ref) => counts.answer(`${ref.entryId} ${ref.messageId}`, () => count(ref));
}
