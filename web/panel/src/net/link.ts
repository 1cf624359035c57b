/** The way into the panel: a code for the app, a claim for this browser. */
import { call } from '#page/net/api.js';
import { deviceNameOf } from '#page/net/device-name.js';
import type { TokenPair } from '#page/wire.js';
import { saveSession } from './session.js';

export interface LinkCode {
  code: string;
  claim: string;
  /** What the QR code says. */
  qr: string;
  expires_in: number;
}

export const newCode = (): Promise<LinkCode> =>
  call('POST', '/panel/link', { body: { label: deviceNameOf(navigator.userAgent) } });

/** True once somebody has confirmed the code: then the session is there. */
export async function claim({ claim: secret }: LinkCode): Promise<boolean> {
  const answer = await call<Claimed | Waiting>('POST', '/panel/link/claim', { body: { claim: secret } });
  if ('status' in answer) return false;
  saveSession(answer.link_id, answer);
  return true;
}

type Claimed = TokenPair & { link_id: string };
interface Waiting {
  status: 'pending';
}
