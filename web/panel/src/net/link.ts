/** Links this browser to an account: a code for the app, and a claim for this browser. */

import { browserNameOf } from '#page/account/browser-name.js';
import { rest } from '#page/app/api.js';
import type { Answer } from '#sdk/rest.js';
import { saveSession } from './session.js';

/** `qr`: the content of the QR code. */
export type LinkCode = Answer<'POST /api/panel/link'>;

export const newCode = (): Promise<LinkCode> =>
  rest.request('POST /api/panel/link', { body: { label: browserNameOf(navigator.userAgent) }, token: null });

/** True once the code was confirmed; the session is stored by then. */
export async function claim({ claim: secret }: LinkCode): Promise<boolean> {
  const answer = await rest.request('POST /api/panel/link/claim', { body: { claim: secret }, token: null });
  if ('status' in answer) return false;
  await saveSession(answer.link_id, answer);
  return true;
}
