/** Calls of the panel, with the session that was lent to it. */
import { authorized } from '#page/net/api.js';

// Whatever is asked is asked with the lent session.
export { onCutOff } from './session.js';

/** Throws the refusal. `key` makes a call that is sent again the same call. */
export const ask = <T>(method: string, path: string, body?: object, key?: string): Promise<T> =>
  authorized(method, path, body, key);
