/** What the panel says of what was done. */
import { wireOf } from '#page/app/api.js';
import { createNotices } from '#page/ui/notices.js';
import { texts } from '../text/text.js';

/** The sentence for a refusal: ours where we have one, else the service's. */
export function problemOf(error: unknown): string {
  const { code, message } = wireOf(error);
  return texts().problems[code] ?? message;
}

export const { notice, say, sayProblem, doing } = createNotices(problemOf);
