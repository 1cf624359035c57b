/** Notices of the panel. */
import { wireOf } from '#page/app/api.js';
import { createNotices } from '#page/ui/workspace/notices.js';
import { texts } from '../text/text.js';

/** The page's text for an error code, or else the service's message. */
export function problemOf(error: unknown): string {
  const { code, message } = wireOf(error);
  return texts().problems[code] ?? message;
}

export const { notice, notify, notifyError, withNotice } = createNotices(problemOf);
