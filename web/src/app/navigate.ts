import { hashOfRoom } from './route.js';

/** Opens a room; null leads back to the list. */
export const goTo = (slug: string | null): void => {
  location.hash = slug ? hashOfRoom(slug) : '';
};
