/** What is seen once: one device of each account is shown it, and nobody is refused it before. */
import type { History, Op } from '../history.js';

const mayHaveOpened = new Set(['ok', 'lost', 'unavailable']);

export function viewedOnce({ ops }: History): string[] {
  const byRow = new Map<string, Op[]>();
  for (const op of ops.filter(({ what }) => what === 'open_once')) {
    const sign = `${op.rowId} ${op.who}`;
    byRow.set(sign, [...(byRow.get(sign) ?? []), op]);
  }
  const found: string[] = [];
  for (const [sign, all] of byRow) {
    const sessions = new Set(all.filter(({ outcome }) => outcome === 'ok').map(({ key }) => key));
    if (sessions.size > 1) found.push(`view-once: ${sign} was shown to ${sessions.size} devices`);
    for (const { outcome, key, id, endedAt } of all) {
      if (outcome !== 'view_once_opened') continue;
      const isOpened = all.some(
        (other) => other.key !== key && mayHaveOpened.has(other.outcome) && other.begunAt < endedAt,
      );
      if (!isOpened) found.push(`view-once: ${sign} was refused in ${id}, and nobody had opened it`);
    }
  }
  return found;
}
