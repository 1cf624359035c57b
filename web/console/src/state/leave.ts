import { askWith } from '../net.js';
import { isLogin, session, signOut } from './session.js';

/** A login ends at the service as well. A named key goes on: it belongs to the person, not to this tab. */
export function leave(): void {
  const { key } = session.get();
  signOut();
  // Without an answer the login ends by its time.
  if (key !== null && isLogin(key)) askWith(key, 'DELETE', '/api/console/login').catch(() => undefined);
}
