import { createLinkPreviews, type LinkPreviews } from '#src/adapters/link-preview/link-previews.js';
import type { LinkPreview } from '#src/domain/link-preview.js';
import { Clock } from '../support/moved-clock.js';
import type { PretendInternet } from './pretend-internet.js';

export interface Reader {
  previews: LinkPreviews;
  look(link: string): Promise<LinkPreview | null>;
  /** Why there was none, in the order of the questions. */
  reasons: string[];
  clock: Clock;
}

/** Previews as the service makes them, over the pretended internet. */
export function readerOf({ network }: PretendInternet): Reader {
  const reasons: string[] = [];
  const clock = new Clock();
  const onFailure = (reason: string) => reasons.push(reason);
  const previews = createLinkPreviews({ brand: 'meydan', env: clock.env, network, onFailure });
  return { previews, look: (link) => previews.of(new URL(link)), reasons, clock };
}
