/** How much waits in a section, told beside its name: asked for now and then, and whenever something was done. */
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { dictionary, service } from '../net.js';
import { notice } from './notice.js';

type Count = () => Promise<number>;

const first = { query: { status: 'pending', limit: 1 } } as const;

export const waitingEntries: Count = async () => (await dictionary('GET /entries', first)).total;
export const waitingTopics: Count = async () => (await dictionary('GET /topics', first)).total;
export const openReports: Count = async () =>
  (await service('GET /api/console/reports', { query: { status: 'open', limit: 200 } })).reports.length;

const EVERY_MS = 30_000;

/** What was done, and where one is, are occasions to ask. Null where it is not known: a section that is not to be had here has its own words for that. */
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
