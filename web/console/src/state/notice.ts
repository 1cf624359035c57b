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

/** For a decision that is made once: its `invalid_state` says that another operator was first. */
export function decidedOnce<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'invalid_state') throw error;
    throw new CallError('already_settled', error.message, error.status);
  });
}
