/** Drafts in the browser's storage, by place: a room, or a discussion. Pure. */
import type { Message } from '#page/api-types.js';
import { writingKeyOf } from './draft-key.js';

export interface SavedDraft {
  body: string;
  /** The message that the draft replies to, shortened to what the quote shows. */
  replyTo: Message | null;
}

export type Drafts = Record<string, SavedDraft>;

interface DraftStorage {
  readonly length: number;
  key(at: number): string | null;
  getItem(key: string): string | null;
}

export const discussionPlace = (slug: string, messageId: string): string => `${slug}/${messageId}`;

const QUOTED_MAX = 200;

/** The fields of a message that the quote above a reply shows. */
export const shortened = (row: Message): Message => ({
  ...row,
  body: row.body.slice(0, QUOTED_MAX),
  attachment: null,
  article: null,
});

export function withDraft(drafts: Drafts, place: string, draft: SavedDraft | null): Drafts {
  const { [place]: _, ...others } = drafts;
  return draft ? { ...others, [place]: draft } : others;
}

export function readDraft(stored: string | null): SavedDraft | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<SavedDraft> | null;
    if (typeof value?.body !== 'string') return null;
    return { body: value.body, replyTo: typeof value.replyTo?.id === 'string' ? value.replyTo : null };
  } catch {
    // The stored value is no draft.
    return null;
  }
}

export function loadDrafts(storage: DraftStorage, accountId: string): Drafts {
  const prefix = writingKeyOf(accountId, '');
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const drafts: Drafts = {};
  for (const key of keys.filter((name) => name.startsWith(prefix))) {
    const draft = readDraft(storage.getItem(key));
    if (draft) drafts[key.slice(prefix.length)] = draft;
  }
  return drafts;
}
