/**
 * Requests and responses of the operator API, by method and path. The console's routes and its page share these types.
 */
type Status = 'pending' | 'published' | 'rejected';

export interface OperatorCategory {
  slug: string;
  name: string;
  archived: boolean;
}

export interface OperatorTopic {
  tag: string;
  title: string;
  category: string | null;
  languages: string[];
  entry_count: number;
  status: Status;
}

export interface OperatorEntry {
  id: number;
  tag: string;
  status: Status;
  review_note: string | null;
  /** Null after the account was erased. */
  author_id: string | null;
  room_id: string;
  room_slug: string;
  message_id: string;
  title: string;
  excerpt: string;
  published_at: string | null;
  reactions: number;
  submitted_at: string;
  decided_at: string | null;
}

export interface OperatorAuthor {
  account_id: string;
  banned: boolean;
  reason: string | null;
  banned_at: string | null;
}

interface PageQuery {
  status?: Status;
  limit?: number;
  offset?: number;
}

export interface OperatorOperations {
  'GET /categories': { answer: { categories: OperatorCategory[] } };
  'POST /categories': { body: { slug: string; name: string }; answer: { category: OperatorCategory } };
  'PUT /categories': { body: { slugs: string[] }; answer: { categories: OperatorCategory[] } };
  'PATCH /categories/{slug}': {
    path: { slug: string };
    body: { name?: string; archived?: boolean };
    answer: { category: OperatorCategory };
  };
  'GET /topics': { query?: PageQuery; answer: { topics: OperatorTopic[]; total: number } };
  'POST /topics': {
    body: { tag: string; title: string; category: string; languages?: string[] };
    answer: { topic: OperatorTopic };
  };
  'PATCH /topics/{tag}': {
    path: { tag: string };
    body: { title?: string; category?: string | null; languages?: string[] };
    answer: { topic: OperatorTopic };
  };
  'POST /topics/{tag}/decision': {
    path: { tag: string };
    body: { decision: 'publish' | 'reject' };
    answer: { topic: OperatorTopic };
  };
  'GET /entries': { query?: PageQuery; answer: { entries: OperatorEntry[]; total: number; has_more: boolean } };
  'GET /entries/{id}': {
    path: { id: string };
    answer: { entry: OperatorEntry; topic: OperatorTopic | null; author: OperatorAuthor | null };
  };
  'POST /entries/{id}/decision': {
    path: { id: string };
    body: { decision: 'publish' | 'reject'; note?: string };
    answer: { entry: OperatorEntry };
  };
  'GET /authors': { query?: { limit?: number }; answer: { authors: OperatorAuthor[] } };
  'PUT /authors/{account}/ban': {
    path: { account: string };
    body: { reason: string };
    answer: { author: OperatorAuthor };
  };
  'DELETE /authors/{account}/ban': { path: { account: string }; answer: null };
}

export type OperatorAnswer<K extends keyof OperatorOperations> = OperatorOperations[K]['answer'];
