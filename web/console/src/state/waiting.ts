/** The number of pending rows beside a section's name. It is polled, and reloaded after each action. */
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { dictionary, service } from '../net.js';
import { notice } from './notice.js';

type Count = () => Promise<number>;

const first = { query: { status: 'pending', limit: 1 } } as const;

export const waitingEntries: Count = async () => (await dictionary('GET /entries', first)).total;
export const waitingTopics: Count = async () => (await dictionary('GET /topics', first)).total;
/** Counted, not listed: a list would be a row of the audit log each time. */
export const openReports: Count = async () => (await service('GET /api/console/reports/count')).open;

const EVERY_MS = 30_000;

/**
 * Reloads after each action and each navigation. Null while the count is unknown.
 */
export function useWaiting(count: Count | undefined, shown: string): number | null {
  const { turn } = useStore(notice);
  const [waiting, setWaiting] = useState<number | null>(null);
  useEffect(() => {
    if (!count) return;
    let isOver = false;
    const look = () =>
      void count().then(
        (found) => isOver || setWaiting(found),
        () => isOver || setWaiting(null),
      );
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [count, turn, shown]);
  return waiting;
}
