/** The one client of this page: its login, its connection, the rooms it holds and what it has not sent yet. */
import { createClient } from '#sdk/client.js';
import { unsentOfTab } from '../composer/outbox/unsent-storage.js';
import { rest } from './api.js';
import { browserSession } from './browser-session.js';

export const client = createClient({
  url: location.origin,
  rest,
  sessions: browserSession,
  // Of this tab alone: tabs that shared it would each send what it holds.
  unsent: unsentOfTab(sessionStorage),
  keepRefused: true,
});
