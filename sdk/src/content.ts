/** What a message carries, by its kind: unions that the compiler narrows, in place of fields that may be null. */
import type {
  Article,
  Contact,
  Document,
  EntryReference,
  Json,
  Location,
  Media,
  Message,
  RoomEvent,
  Survey,
} from './generated/rest.js';

type MediaKind = Media['type'];

/** The event of an event row. `other`: one of a later version of the service. */
export type TypedEvent =
  | RoomEvent
  | (Pick<RoomEvent, 'username' | 'actor'> & { type: 'other'; name: string; data: { [field: string]: Json } });

export type Content =
  | { kind: 'text'; body: string }
  | { [K in MediaKind]: { kind: K; body: string; media: Media & { type: K } } }[MediaKind]
  | { kind: 'document'; body: string; document: Document }
  | { kind: 'survey'; body: string; survey: Survey }
  | { kind: 'location'; body: string; location: Location }
  | { kind: 'contact'; body: string; contact: Contact }
  | { kind: 'entry'; body: string; entry: EntryReference }
  | { kind: 'article'; body: string; article: Article }
  | { kind: 'event'; event: TypedEvent }
  /** The message was deleted, or has expired. */
  | { kind: 'gone' }
  /** A kind of a later version of the service. */
  | { kind: 'other'; body: string };

const known: ReadonlySet<string> = new Set<RoomEvent['type']>([
  'member_joined',
  'member_left',
  'member_kicked',
  'member_banned',
  'member_unbanned',
  'member_muted',
  'member_unmuted',
  'founder_changed',
  'score',
  'welcome',
  'message_deleted',
  'message_pinned',
  'message_unpinned',
  'discussion_closed',
  'discussion_reopened',
  'room_settings_changed',
  'member_permissions_changed',
  'admin_permissions_changed',
]);

/** The content of a message, for a `switch` over `kind`. */
export function contentOf(message: Message): Content {
  const { kind, body, attachment, article, event } = message;
  if (message.deleted_at !== null) return { kind: 'gone' };
  if (kind === 'event') return event ? { kind, event: eventOf(event) } : { kind: 'gone' };
  if (kind === 'article') return article ? { kind, body, article } : { kind: 'gone' };
  if (kind === 'text') return { kind, body };
  return attachment ? attached(attachment, body) : { kind: 'gone' };
}

function attached(attachment: NonNullable<Message['attachment']>, body: string): Content {
  switch (attachment.type) {
    case 'photo':
    case 'video':
    case 'gif':
    case 'sticker':
      return { kind: attachment.type, body, media: attachment } as Content;
    case 'document':
      return { kind: 'document', body, document: attachment };
    case 'survey':
      return { kind: 'survey', body, survey: attachment };
    case 'location':
      return { kind: 'location', body, location: attachment };
    case 'contact':
      return { kind: 'contact', body, contact: attachment };
    case 'entry':
      return { kind: 'entry', body, entry: attachment };
    default:
      return { kind: 'other', body };
  }
}

function eventOf({ type, ...rest }: RoomEvent): TypedEvent {
  return (known.has(type) ? { type, ...rest } : { type: 'other', name: type, ...rest }) as TypedEvent;
}
