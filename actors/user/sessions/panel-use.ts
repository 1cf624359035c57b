import type { Write } from '#src/store/store.js';

/** The link has to be there: without it there is no session. */
export const usedNow = (link: string, now: number): Write => ({
  op: 'set',
  in: 'panelLinks',
  id: link,
  set: { lastUsedAt: now },
});
