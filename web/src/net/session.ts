/** The login of this browser, shared by all its tabs. */
import { type SessionStore, storedSession } from '#sdk/storage.js';

export { randomId } from '#sdk/random-id.js';

export const browserSession: SessionStore = storedSession({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
});
