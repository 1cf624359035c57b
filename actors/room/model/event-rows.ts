/** The rows a room writes about itself. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { type EventType, noContent } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { RowDraft } from './plan.js';

/** An event row, for the audience that the room shows events to. */
export function eventRow(
  head: Head,
  type: EventType,
  owner: AccountId | null,
  subject: string | null,
  actor: string | null,
  data: Record<string, unknown> = {},
): RowDraft {
  const { eventsVisibility } = head.settings;
  return {
    ...noContent,
    kind: 'event',
    clientId: null,
    sender: null,
    replyTo: null,
    discussionOf: null,
    audience: eventsVisibility === 'all' ? 'all' : eventsVisibility === 'admins' ? 'admins' : 'hidden',
    event: { type, username: subject, actor, data },
    mentioned: [],
    mentionsAll: false,
    owner,
  };
}

/** The same for admins only, independent of the room's setting. */
export function adminRow(...about: Parameters<typeof eventRow>): RowDraft {
  const row = eventRow(...about);
  return { ...row, audience: row.audience === 'hidden' ? 'hidden' : 'admins' };
}
