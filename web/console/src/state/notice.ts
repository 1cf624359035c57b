/** Notices of the console. */
import { createNotices } from '#page/ui/workspace/notices.js';
import { CallError } from '../net.js';
import { texts } from '../text/text.js';

/** The page's text for an error code, or else the service's message. */
export function problemOf(error: unknown): string {
  if (!(error instanceof CallError)) return String(error);
  return texts().problems[error.code] ?? error.message;
}

export const { notice, notify, notifyError, withNotice } = createNotices(problemOf);
