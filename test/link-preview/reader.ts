import { createLinkPreviews, type LinkPreviews } from '#src/adapters/link-preview/link-previews.js';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';
import { TestClock } from '../support/time/test-clock.js';
import type { PretendInternet } from './pretend-internet.js';

export interface Reader {
  previews: LinkPreviews;
  look(link: string): Promise<LinkPreview | null>;
  /** Why there was none, in the order of the questions. */
  reasons: string[];
  clock: TestClock;
}

/** Previews as the service makes them, over the pretended internet. */
export function readerOf({ network }: PretendInternet): Reader {
  const reasons: string[] = [];
  const clock = new TestClock();
  const onFailure = (reason: string) => reasons.push(reason);
  const previews = createLinkPreviews({ brand: 'meydan', env: clock.env, network, onFailure });
  return { previews, look: (link) => previews.of(new URL(link)), reasons, clock };
}
