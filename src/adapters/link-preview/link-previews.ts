/**
 * Previews of links. Concurrent requests for a link share one fetch, a result is kept for a day, and few fetches run at
 * once.
 */

import { Semaphore } from '#src/concurrency/semaphore.js';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';
import { type PreviewNetwork, publicNetwork } from './network.js';
import { fetchPage, type PageFetch } from './page-fetch.js';
import { previewOf } from './page-preview.js';
import { pageText } from './page-text.js';
import { pageWords } from './page-words.js';
import { createPreviewCache } from './preview-cache.js';
import { isFailureOfPage, PreviewRefused, reasonOf } from './refused.js';

export interface LinkPreviews {
  /** Of an http or https address; null if there is no preview, for any reason. */
  of(link: URL): Promise<LinkPreview | null>;
}

export interface LinkPreviewsOptions {
  brand: string;
  env: { monotonic(): number };
  network?: PreviewNetwork;
  /** Gets the reason of a failure, without the link, because links are private. */
  onFailure?: (reason: string) => void;
}

const TIMEOUT_MS = 5_000;
/** An account at its rate limit that requests unresponsive pages holds five permits. */
const CONCURRENCY = 32;
const WAITING_MAX = 256;
const DAY_MS = 86_400_000;
const MISSED_MS = 300_000;
/** Each has a few KB. */
const ENTRIES_MAX = 2_000;

export function createLinkPreviews(options: LinkPreviewsOptions): LinkPreviews {
  const { brand, env, network = publicNetwork, onFailure = () => {} } = options;
  const { monotonic } = env;
  const cache = createPreviewCache({ monotonic, entriesMax: ENTRIES_MAX, foundMs: DAY_MS, missedMs: MISSED_MS });
  const semaphore = new Semaphore(CONCURRENCY, { waitingMax: WAITING_MAX });
  const via = { network, agent: `${brand}-link-preview/1.0` };
  const underWay = new Map<string, Promise<LinkPreview | null>>();

  const look = async (key: string): Promise<LinkPreview | null> => {
    const found = await attempt(key, via, semaphore);
    if (found.failure !== undefined) onFailure(found.failure);
    if (!found.isLate) cache.set(key, found.preview);
    return found.preview;
  };
  return {
    async of(link) {
      const key = keyOf(link);
      const known = cache.get(key);
      if (known !== undefined) return answerFor(link, known);
      const looking = underWay.get(key) ?? look(key).finally(() => underWay.delete(key));
      underWay.set(key, looking);
      return answerFor(link, await looking);
    },
  };
}

interface Outcome {
  preview: LinkPreview | null;
  failure?: string;
  /** No permit was free in time, so that the result says nothing about the page. */
  isLate?: true;
}

/** The five seconds include waiting for a permit, names, connections, redirects and bytes. */
async function attempt(link: string, via: PageFetch, semaphore: Semaphore): Promise<Outcome> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // It rejects if the queue is full or the time is over.
  const release = await semaphore.acquire(signal).catch(() => null);
  if (!release) return { preview: null, failure: 'too many concurrent fetches', isLate: true };
  try {
    const { url, contentType, bytes } = await fetchPage(link, via, signal);
    const preview = previewOf(link, url, await pageWords(pageText(bytes, contentType)));
    if (preview === null) throw new PreviewRefused('no title or description');
    return { preview };
  } catch (error) {
    if (!isFailureOfPage(error)) throw error;
    return { preview: null, failure: reasonOf(error) };
  } finally {
    release();
  }
}

/** Browsers never send the fragment. */
function keyOf(link: URL): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}

const answerFor = (link: URL, preview: LinkPreview | null): LinkPreview | null =>
  preview && { ...preview, url: link.href };
