/** The side panel of a room: settings, members, a discussion and so on. */
import type { Message } from '../api-types.js';
import { app } from './app-state.js';

export type Panel =
  | { type: PlainPanel }
  | { type: 'member'; accountId: string }
  | { type: 'discussion'; message: Message }
  | { type: 'article'; message: Message }
  | { type: 'around'; message: Message }
  | { type: 'search'; query: string };

export type PlainPanel =
  | 'info'
  | 'members'
  | 'settings'
  | 'permissions'
  | 'requests'
  | 'bans'
  | 'invites'
  | 'pins'
  | 'topics'
  | 'gallery'
  | 'photos'
  | 'stats'
  | 'happenings'
  | 'vanity'
  | 'write-article'
  | 'write-survey'
  | 'write-place'
  | 'write-contact';

export const openPanel = (panel: Panel): void => app.set({ panel });
export const closePanel = (): void => app.set({ panel: null });
