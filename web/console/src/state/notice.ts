/** What the console says of what was done. */
import { createNotices } from '#page/ui/notices.js';
import { CallError } from '../net.js';
import { texts } from '../text/text.js';

/** The sentence for a refusal: ours where we have one, else the service's. */
export function problemOf(error: unknown): string {
  if (!(error instanceof CallError)) return String(error);
  return texts().problems[error.code] ?? error.message;
}

export const { notice, say, sayProblem, doing } = createNotices(problemOf);
