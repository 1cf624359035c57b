/** What was found lately, the longest unused forgotten first. */
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

interface Entry {
  preview: LinkPreview | null;
  until: number;
}

export function createPreviewCache({ monotonic, entriesMax, foundMs, missedMs }: PreviewCacheOptions): PreviewCache {
  // A map is in the order of insertion: what is used is put at its end again.
  const entries = new Map<string, Entry>();
  return {
    get(key) {
      const entry = entries.get(key);
      entries.delete(key);
      if (!entry || entry.until <= monotonic()) return undefined;
      entries.set(key, entry);
      return entry.preview;
    },
    set(key, preview) {
      entries.delete(key);
      entries.set(key, { preview, until: monotonic() + (preview ? foundMs : missedMs) });
      const [oldest] = entries.keys();
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
    },
  };
}
