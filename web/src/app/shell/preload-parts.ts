import { loadViewer } from '#page/media/viewer.js';
import { loadMessageDialog } from '#page/messages/menu/message-menu-host.js';
import { loadRoomDialogs } from '#page/rooms/list/room-list.js';
import { loadRoomPanels } from '#page/rooms/room-panel.js';
import { loadPageViews } from './pages.js';

/** Loads the parts that the start left out once the browser is idle, so that they open at once and also offline. */
export function preloadParts(): void {
  const load = () => {
    for (const part of [loadRoomPanels, loadPageViews, loadMessageDialog, loadRoomDialogs, loadViewer]) {
      part().catch(() => {
        // The part is loaded again when it is opened.
      });
    }
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4_000 });
  else setTimeout(load, 1_000);
}
