import type { Room } from '../api-types.js';
import { useApp } from '../app/use-app.js';
import { lazy } from '../ui/lazy.js';

export const loadRoomPanels = () => import('./room-panels.js').then(({ RoomPanels }) => RoomPanels);

const Panels = lazy<{ room: Room }>(loadRoomPanels, (inner) => (
  <aside class="panel">
    <div class="panel-body">{inner}</div>
  </aside>
));

/** The open side panel of the room. */
export function RoomPanel({ room }: { room: Room }) {
  const isOpen = useApp((state) => state.panel !== null);
  return isOpen ? <Panels room={room} /> : null;
}
