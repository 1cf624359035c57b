/** Opens and closes the side panel of a room. */
import { app } from './app-state.js';
import type { Panel } from './overlays.js';

export const openPanel = (panel: Panel): void => app.set({ panel });
export const closePanel = (): void => app.set({ panel: null });
