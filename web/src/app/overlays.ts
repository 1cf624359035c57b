/**
 * What is open over or beside a room: a page, a side panel, the media viewer. Types alone: the app state holds the
 * values.
 */
import type { Message } from '../api-types.js';

export type MePart = 'profile' | 'photos' | 'stars' | 'people' | 'rooms' | 'sessions' | 'bots' | 'panels' | 'data';

/** A page covers the whole chat. */
export type Page =
  | { type: 'me'; part: MePart }
  | { type: 'contacts' }
  | { type: 'person'; username: string }
  | { type: 'search'; typed?: string }
  | { type: 'share'; text: string }
  | { type: 'jump-to-date'; slug: string; at: number }
  | { type: 'notifications' | 'shortcuts' | 'switcher' | 'queued-messages' | 'mentions' | 'preferences' };

/** The side panel of a room. */
export type Panel =
  | { type: Exclude<PlainPanel, 'members'> }
  | { type: 'members'; place?: MembersPlace | undefined }
  | { type: 'member'; accountId: string; place?: MembersPlace }
  | { type: 'discussion'; message: Message }
  | { type: 'article'; message: Message }
  | { type: 'context'; message: Message }
  | { type: 'search'; query: string };

/** What the list of members showed when one of them was opened, for the way back. */
export interface MembersPlace {
  accountId: string;
  words: string;
  /** Lines that were laid out. */
  count: number;
  top: number;
}

export type PlainPanel =
  | 'info'
  | 'members'
  | 'settings'
  | 'permissions'
  | 'requests'
  | 'bans'
  | 'invites'
  | 'pins'
  | 'topics'
  | 'discussions'
  | 'gallery'
  | 'photos'
  | 'stats'
  | 'room-events'
  | 'vanity'
  | 'webhooks'
  | 'write-article'
  | 'write-survey'
  | 'write-place'
  | 'write-contact';

export type Viewer =
  | { type: 'media'; items: Message[]; at: number }
  /** A view-once file cannot be opened again after the viewer closes. */
  | { type: 'once'; url: string; kind: string };
