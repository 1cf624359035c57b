import type { Room } from '#page/api-types.js';
import { hashOfRoom } from '#page/app/route.js';
import { createStore } from '#page/app/store.js';
import { useText } from '#page/app/text/text.js';
import { showToast } from '#page/app/toast.js';
import { useStore } from '#page/app/use-store.js';
import type { MenuTexts } from '#page/messages/menu/menu-en.js';
import { useMenuText } from '#page/messages/menu/menu-text.js';
import { copyText } from '#page/ui/copy-text.js';
import { Menu, type MenuItem, type MenuPoint } from '#page/ui/menu/menu.js';
import { openFolderMenu } from '../folders/folder-menu.js';
import { useFoldersText } from '../folders/folders-text.js';
import { markUnreadFrom, takeMarkAway } from '../marked-unread.js';
import { lengthName, levelOf, muteMinutes, setNotifications } from '../notifications/notification-level.js';
import { type Flag, setFlag } from '../room-flags.js';

interface Opened {
  room: Room;
  at: MenuPoint;
  /** The second step: for how long. */
  isMuting?: boolean;
}

const roomMenu = createStore<{ menu: Opened | null }>({ menu: null });

export const openRoomMenu = (room: Room, at: MenuPoint): void => roomMenu.set({ menu: { room, at } });

/** The menu of a room in the list: what belongs to the person alone. */
export function RoomMenuHost() {
  const { menu } = useStore(roomMenu);
  if (!menu) return null;
  return menu.isMuting ? <MuteMenu key="mute" {...menu} /> : <RoomMenu key="menu" {...menu} />;
}

function MuteMenu({ room, at }: Opened) {
  const words = useMenuText();
  const lengths = muteMinutes.map(
    (minutes): MenuItem => ({
      testId: `room-mute-${minutes ?? 'ever'}`,
      icon: 'bell',
      label: minutes === null ? words.muteForever : words.muteFor(lengthName(minutes)),
      run: () => void setNotifications(room.slug, 'none', minutes),
    }),
  );
  const level = levelOf(room) === 'mentions' ? 'all' : 'mentions';
  const other: MenuItem = {
    testId: `room-notify-${level}`,
    icon: 'inbox',
    label: level === 'all' ? words.notifyAll : words.notifyMentions,
    run: () => void setNotifications(room.slug, level),
  };
  const close = () => roomMenu.set({ menu: null });
  return <Menu label={words.roomNotifications} at={at} items={[...lengths, other]} onClose={close} />;
}

/** A room with unread messages needs no mark, and an empty one has nothing to mark. */
function markItems({ slug, unread = 0, unread_from, last_message }: Room, words: MenuTexts): MenuItem[] {
  const item = (label: string, run: () => void): MenuItem[] => [
    { testId: 'room-menu-unread', icon: 'unread', label, run },
  ];
  if (unread_from) return item(words.markRoomRead, () => void takeMarkAway(slug));
  if (unread > 0 || !last_message) return [];
  const { seq } = last_message;
  return item(words.markRoomUnread, () => void markUnreadFrom({ room: slug, seq }));
}

function RoomMenu({ room, at }: Opened) {
  const text = useText();
  const words = useMenuText();
  const own = useFoldersText();
  const flag = (name: Flag, icon: MenuItem['icon'], isOn: boolean, on: string, off: string): MenuItem => ({
    testId: `room-menu-${name}`,
    icon,
    label: isOn ? off : on,
    run: () => void setFlag(room.slug, name, !isOn),
  });
  const copy = () => void copyText(`${location.origin}/${hashOfRoom(room.slug)}`).then(() => showToast(words.copied));
  const mute: MenuItem = room.muted
    ? flag('mute', 'bell', true, '', words.unmuteRoom)
    : {
        testId: 'room-menu-mute',
        icon: 'bell',
        label: words.muteMenu,
        run: () => roomMenu.set({ menu: { room, at, isMuting: true } }),
      };
  const items: MenuItem[] = [
    flag('pin', 'pin', room.pinned_to_top ?? false, text.pinToTop, words.unpinRoom),
    mute,
    ...markItems(room, words),
    {
      testId: 'room-menu-folders',
      icon: 'folder',
      label: `${own.folders}…`,
      run: () => openFolderMenu({ room, at }),
    },
    flag('archive', 'archive', room.archived ?? false, text.archive, words.unarchiveRoom),
  ];
  if (room.kind === 'group') items.push({ testId: 'room-menu-link', icon: 'link', label: text.copyLink, run: copy });
  return <Menu label={words.menuOfRoom} at={at} items={items} onClose={() => roomMenu.set({ menu: null })} />;
}
