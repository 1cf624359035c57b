/** What the console's operator calls and the service's own answer. */
export type Status = 'pending' | 'published' | 'rejected';

export interface Category {
  slug: string;
  name: string;
  archived: boolean;
}

export interface Topic {
  tag: string;
  title: string;
  category: string | null;
  languages: string[];
  entry_count: number;
  status: Status;
}

export interface Entry {
  id: number;
  tag: string;
  status: Status;
  review_note: string | null;
  author_id: string | null;
  room_slug: string;
  message_id: string;
  title: string;
  excerpt: string;
  reactions: number;
  submitted_at: string;
  published_at: string | null;
  decided_at: string | null;
}

export interface Author {
  account_id: string;
  banned: boolean;
  reason: string | null;
  banned_at: string | null;
}

export interface EntryDetail {
  entry: Entry;
  topic: Topic | null;
  author: Author | null;
}

export interface Report {
  id: string;
  kind: string;
  target: string;
  reported_by: string | null;
  reason: string;
  text: string | null;
  content: Record<string, unknown> | null;
  status: 'open' | 'settled';
  decision: 'uphold' | 'dismiss' | null;
  note: string | null;
  created_at: string;
}
