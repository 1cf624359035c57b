/** A lost connection is tried again by itself, later and later; whoever does not want to wait for it need not. */
import { client } from './client.js';

export const retryNow = (): void => client.connectNow();
