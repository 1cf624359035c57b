/** The way into the panel: a code for the app, a claim for this browser. */

import { browserNameOf } from '#page/account/browser-name.js';
import { rest } from '#page/app/api.js';
import type { Answer } from '#sdk/rest.js';
import { saveSession } from './session.js';

/** `qr`: what the QR code says. */
export type LinkCode = Answer<'POST /api/panel/link'>;

export const newCode = (): Promise<LinkCode> =>
  rest.request('POST /api/panel/link', { body: { label: browserNameOf(navigator.userAgent) }, token: null });

/** True once somebody has confirmed the code: then the session is there. */
export async function claim({ claim: secret }: LinkCode): Promise<boolean> {
  const answer = await rest.request('POST /api/panel/link/claim', { body: { claim: secret }, token: null });
  if ('status' in answer) return false;
  await saveSession(answer.link_id, answer);
  return true;
}
