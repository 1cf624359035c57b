/** Recent results. The longest unused is evicted first. */
import { LRUCache } from 'lru-cache';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';

export interface PreviewCache {
  /** Undefined if the key is not cached. */
  get(key: string): LinkPreview | null | undefined;
  set(key: string, preview: LinkPreview | null): void;
}

export interface PreviewCacheOptions {
  monotonic(): number;
  entriesMax: number;
  /** Lifetime of a preview, and of a failure. */
  foundMs: number;
  missedMs: number;
}

export function createPreviewCache({ monotonic, entriesMax, foundMs, missedMs }: PreviewCacheOptions): PreviewCache {
  // The package accepts no null as a value, so that each entry wraps its preview.
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
