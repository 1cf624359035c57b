/** The dialogs for a new room and for finding one; several places of the page open them. */
import { createStore } from '../app/store.js';

export type RoomDialog = 'create' | 'open';

export const roomDialog = createStore<{ dialog: RoomDialog | null }>({ dialog: null });

export const openRoomDialog = (dialog: RoomDialog | null): void => roomDialog.set({ dialog });
