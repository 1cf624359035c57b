/** The announcements of expired rows. */
import type { Fact } from '#src/domain/log/log.js';
import type { Announcement } from '../commands.js';

type RowsExpired = Extract<Fact, { type: 'rows_expired' }>;

export const expiredFor = ({ rows }: RowsExpired, to: 'all' | 'admins'): string[] =>
  rows.filter(({ audience }) => audience === to).map(({ id }) => id);

/** Those whose history is cut behind the newest of them hear of none. */
export function announceExpired(fact: RowsExpired): Pick<Announcement, 'to' | 'about' | 'event'>[] {
  const about = fact.rows.at(-1)?.seq ?? 0;
  return (['all', 'admins'] as const).flatMap((to) => {
    const messageIds = expiredFor(fact, to);
    return messageIds.length === 0 ? [] : [{ to, about, event: { type: 'message:expired', messageIds } as const }];
  });
}
