import type { Write } from './store.js';

/**
 * Changes nothing, and is refused where the account is no more: nobody who was given up is written down again. An erasure that
 * has looked for the direct chats of the account already would never find a later one.
 */
export const isThere = (account: string): Write => ({ op: 'set', in: 'accounts', id: account, inc: { version: 0 } });
