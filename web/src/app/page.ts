/** What lies over everything else. */
import { app } from './app-state.js';

export type MePart = 'profile' | 'photos' | 'stars' | 'people' | 'rooms' | 'sessions' | 'panels' | 'data';
export type Page =
  | { type: 'me'; part: MePart }
  | { type: 'contacts' }
  | { type: 'person'; username: string }
  | { type: 'notifications' | 'shortcuts' | 'switcher' | 'waiting' };

export const openPage = (page: Page): void => app.set({ page });
export const closePage = (): void => app.set({ page: null });
