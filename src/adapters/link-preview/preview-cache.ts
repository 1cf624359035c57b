/** What was found lately, the longest unused forgotten first. */
import { LRUCache } from 'lru-cache';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';

export interface PreviewCache {
  /** Undefined when nothing is known. */
  get(key: string): LinkPreview | null | undefined;
  set(key: string, preview: LinkPreview | null): void;
}

export interface PreviewCacheOptions {
  monotonic(): number;
  entriesMax: number;
  /** How long a preview counts, and how long it counts that there is none. */
  foundMs: number;
  missedMs: number;
}

export function createPreviewCache({ monotonic, entriesMax, foundMs, missedMs }: PreviewCacheOptions): PreviewCache {
  // The package takes no null: an entry says so of itself.
  const entries = new LRUCache<string, { preview: LinkPreview | null }>({
    max: entriesMax,
    perf: { now: monotonic },
    ttlResolution: 0,
  });
  return {
    get: (key) => entries.get(key)?.preview,
    set: (key, preview) => void entries.set(key, { preview }, { ttl: preview ? foundMs : missedMs }),
  };
}
