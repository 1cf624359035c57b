/** The login of this browser, shared by all its tabs. */
import { type StoredSession, storedSession } from '#sdk/storage.js';

export { randomId } from '#sdk/random-id.js';

export const browserSession: StoredSession = storedSession({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
});
