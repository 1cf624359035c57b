/** The open menu of a message, and the dialog that one of its items opens. */
import type { Message } from '#page/api-types.js';
import { createStore } from '#page/app/store.js';
import type { MenuPoint } from '#page/ui/menu/menu.js';

export type MessageDialog = 'emoji' | 'forward' | 'share' | 'report' | 'reactors';

interface MenuState {
  menu: { message: Message; at: MenuPoint } | null;
  dialog: { type: MessageDialog; message: Message } | null;
}

export const messageMenu = createStore<MenuState>({ menu: null, dialog: null });

export const openMessageMenu = (message: Message, at: MenuPoint): void =>
  messageMenu.set({ menu: { message, at }, dialog: null });

export const openMessageDialog = (type: MessageDialog, message: Message): void =>
  messageMenu.set({ menu: null, dialog: { type, message } });
