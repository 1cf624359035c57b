/** The one SDK client of this page: session, connection, open rooms and unsent messages. */
import { createClient } from '#sdk/client.js';
import { unsentOfTab } from '../composer/outbox/unsent-storage.js';
import { rest } from './api.js';
import { browserSession } from './browser-session.js';

export const client = createClient({
  url: location.origin,
  rest,
  sessions: browserSession,
  // Private to this tab: with a shared queue, every tab would send the same messages.
  unsent: unsentOfTab(sessionStorage),
  keepRefused: true,
});
