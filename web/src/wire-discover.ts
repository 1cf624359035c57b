/** Articles that left their room for everybody to read, by the service's own names. */
import type { Block, Message } from './wire-message.js';
import type { Person } from './wire-people.js';

export interface Category {
  slug: string;
  name: string;
}

export interface DiscoverTopic {
  tag: string;
  title: string;
  entry_count: number;
  /** Percent of the published entries of the list it stands in. */
  share: number;
  rank: number | null;
  status?: string;
}

export type SuggestedTopic = Pick<DiscoverTopic, 'tag' | 'title' | 'entry_count'>;
export type EntryStatus = 'pending' | 'published' | 'rejected';
export type Moment = number | string;

/** Only published ones carry more than what they are called and how they stand. */
export interface Entry {
  id: number;
  tag: string;
  title: string;
  status: EntryStatus;
  review_note?: string | null;
  published_at?: Moment | null;
  excerpt?: string;
  /** Null when the message they were written in is gone. */
  blocks?: Block[] | null;
  reshare_count?: number;
  reactions?: Record<string, number>;
  author?: Person | null;
  discussion?: { available: boolean };
  stats_visible?: boolean;
}

export interface EntryStats {
  views: number;
  viewers: number;
  reactions: number;
  replies: number;
  reshares: number;
  shares: { forward: number; link: number };
}

export interface EntryDiscussion {
  room: { slug: string; name: string; visibility: 'open' | 'closed' };
  is_member: boolean;
  root: Message;
  messages: Message[];
}

export interface Share {
  entry_id: number;
  status: EntryStatus;
  topic: { tag: string; title: string; status: string } | null;
  message: string | Message | null;
}

export type ReadEventType = 'category_open' | 'topic_open' | 'entry_open' | 'entry_read';

export interface ReadEvent {
  id: string;
  type: ReadEventType;
  at: number;
  topic?: string;
  category?: string;
  entry_id?: number;
  author_id?: string;
  source?: string;
  duration_ms?: number;
}
