/** Opens and closes the page over the chat. */
import { app } from './app-state.js';
import type { Page } from './overlays.js';

export const openPage = (page: Page): void => app.set({ page });
export const closePage = (): void => app.set({ page: null });
