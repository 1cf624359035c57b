import type { Room } from '#page/api-types.js';
import { hashOfRoom } from '#page/app/route.js';
import { createStore } from '#page/app/store.js';
import { useText } from '#page/app/text/text.js';
import { showToast } from '#page/app/toast.js';
import { useStore } from '#page/app/use-store.js';
import { useMenuText } from '#page/messages/menu/menu-text.js';
import { copyText } from '#page/ui/copy-text.js';
import { Menu, type MenuItem, type MenuPoint } from '#page/ui/menu/menu.js';
import { type Flag, setFlag } from '../admin/admin-actions.js';

const roomMenu = createStore<{ menu: { room: Room; at: MenuPoint } | null }>({ menu: null });

export const openRoomMenu = (room: Room, at: MenuPoint): void => roomMenu.set({ menu: { room, at } });

/** The menu of a room in the list: what belongs to the person alone. */
export function RoomMenuHost() {
  const { menu } = useStore(roomMenu);
  return menu && <RoomMenu {...menu} />;
}

function RoomMenu({ room, at }: { room: Room; at: MenuPoint }) {
  const text = useText();
  const words = useMenuText();
  const flag = (name: Flag, icon: MenuItem['icon'], isOn: boolean, on: string, off: string): MenuItem => ({
    testId: `room-menu-${name}`,
    icon,
    label: isOn ? off : on,
    run: () => void setFlag(room.slug, name, !isOn),
  });
  const copy = () => void copyText(`${location.origin}/${hashOfRoom(room.slug)}`).then(() => showToast(words.copied));
  const items: MenuItem[] = [
    flag('pin', 'pin', room.pinned_to_top ?? false, text.pinToTop, words.unpinRoom),
    flag('mute', 'bell', room.muted ?? false, text.muteRoom, words.unmuteRoom),
    flag('archive', 'archive', room.archived ?? false, text.archive, words.unarchiveRoom),
  ];
  if (room.kind === 'group') items.push({ testId: 'room-menu-link', icon: 'link', label: text.copyLink, run: copy });
  return <Menu label={words.menuOfRoom} at={at} items={items} onClose={() => roomMenu.set({ menu: null })} />;
}
