/** The rows a room writes about itself. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { type EventDataOf, type EventType, noContent, type Row } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { RowDraft } from './plan.js';

/** Only an event that has data takes it. */
type Data<T extends EventType> = EventDataOf<T> extends Record<string, never> ? [] : [data: EventDataOf<T>];

/** An event row, for the audience that the room shows events to. */
export function eventRow<T extends EventType>(
  head: Head,
  type: T,
  owner: AccountId | null,
  subject: string | null,
  actor: string | null,
  ...[data]: Data<T>
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
    event: { type, username: subject, actor, data: data ?? {} },
    mentioned: [],
    mentionsAll: false,
    owner,
  };
}

/**
 * The author of a row, as the events about that row name them. A deleted account has no name in events. An imported
 * author without an account keeps the name: such a row has no owner.
 */
export function authorName({ sender, owner }: Row): string | null {
  const isDeleted = sender?.accountId === null && owner !== null;
  return isDeleted ? null : (sender?.username ?? null);
}

/** The same for admins only, independent of the room's setting. */
export function adminRow<T extends EventType>(...about: Parameters<typeof eventRow<T>>): RowDraft {
  const row = eventRow<T>(...about);
  return { ...row, audience: row.audience === 'hidden' ? 'hidden' : 'admins' };
}
