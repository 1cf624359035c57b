/** Article drafts in this browser's storage, by account and room. */

import { type ArticleDraft, type BlockDraft, isWorthKeeping } from './article-draft.js';
import { draftKeyOf } from './article-draft-key.js';

export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The service sweeps an uploaded picture that no message uses after a day, so an older one has to be chosen again. */
const PICTURES_KEPT_MS = 20 * 3_600_000;

export function loadDraft(storage: DraftStorage, accountId: string, room: string, now: number): ArticleDraft | null {
  const stored = parsed(storage.getItem(draftKeyOf(accountId, room)));
  if (!stored) return null;
  const isOld = now - stored.at > PICTURES_KEPT_MS;
  const blocks = stored.blocks.filter((block) => isBlock(block) && !(isOld && block.type === 'image'));
  const draft = { title: stored.title, tag: stored.tag, blocks };
  return blocks.length > 0 && isWorthKeeping(draft) ? draft : null;
}

/** Returns whether the draft was stored. If the storage is full, the thumbnails are dropped first. */
export function saveDraft(
  storage: DraftStorage,
  accountId: string,
  room: string,
  draft: ArticleDraft,
  now: number,
): boolean {
  const key = draftKeyOf(accountId, room);
  const bare = draft.blocks.map((block) => (block.type === 'image' ? { ...block, thumb: null } : block));
  return [draft.blocks, bare].some((blocks) => put(storage, key, JSON.stringify({ ...draft, blocks, at: now })));
}

export const dropDraft = (storage: DraftStorage, accountId: string, room: string): void =>
  storage.removeItem(draftKeyOf(accountId, room));

function put(storage: DraftStorage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    // The storage is full: the editor shows that the draft is not saved.
    return false;
  }
}

function parsed(stored: string | null): (ArticleDraft & { at: number }) | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<ArticleDraft & { at: number }> | null;
    if (typeof value?.title !== 'string' || typeof value.tag !== 'string') return null;
    if (typeof value.at !== 'number' || !Array.isArray(value.blocks)) return null;
    return value as ArticleDraft & { at: number };
  } catch {
    // The stored value is no draft, so there is none to restore.
    return null;
  }
}

function isBlock(value: unknown): value is BlockDraft {
  const block = value as Partial<BlockDraft> | null;
  if (typeof block?.id !== 'string') return false;
  if (block.type === 'image') return typeof block.image?.key === 'string';
  return typeof (block as { text?: unknown }).text === 'string';
}
