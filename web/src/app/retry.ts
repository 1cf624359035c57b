/** Reconnects with backoff; the person can retry at once. */
import { client } from './client.js';

export const retryNow = (): void => client.connectNow();
