/** The dialogs for a new room, for finding one and for a folder; several places of the page open them. */
import { createStore } from '../app/store.js';
import type { Folder } from './list/room-filter.js';

export type RoomDialog = 'create' | 'open' | { folder: Folder };

export const roomDialog = createStore<{ dialog: RoomDialog | null }>({ dialog: null });

export const openRoomDialog = (dialog: RoomDialog | null): void => roomDialog.set({ dialog });
