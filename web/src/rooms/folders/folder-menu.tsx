import type { Room } from '#page/api-types.js';
import { createStore } from '#page/app/store.js';
import { useStore } from '#page/app/use-store.js';
import { Menu, type MenuItem, type MenuPoint } from '#page/ui/menu/menu.js';
import type { Folder } from '../list/room-filter.js';
import { openRoomDialog } from '../room-dialogs.js';
import { keepFolder, mayAddFolder, newFolder, roomFolders, withRoomIn } from './folder-store.js';
import { useFoldersText } from './folders-text.js';

interface Opened {
  /** The room that goes into a folder or out of one; null to edit the folders themselves. */
  room: Room | null;
  at: MenuPoint;
}

const folderMenu = createStore<{ menu: Opened | null }>({ menu: null });

export const openFolderMenu = (menu: Opened): void => folderMenu.set({ menu });

/** The folders to edit, or those that a room can be in; the last line makes a new one. */
export function FolderMenuHost() {
  const words = useFoldersText();
  const { menu } = useStore(folderMenu);
  const { folders } = useStore(roomFolders);
  if (!menu) return null;
  const { room, at } = menu;
  const line = (folder: Folder): MenuItem => {
    const isIn = room !== null && folder.rooms.includes(room.id);
    const ofRoom = isIn ? words.takeFrom(folder.name) : words.addTo(folder.name);
    return {
      testId: 'folder-line',
      icon: isIn ? 'check' : 'folder',
      label: room ? ofRoom : words.editFolder(folder.name),
      run: () => (room ? keepFolder(withRoomIn(folder, room.id)) : openRoomDialog({ folder })),
    };
  };
  const items = folders.map(line);
  if (mayAddFolder()) {
    const run = () => openRoomDialog({ folder: newFolder(room ? [room.id] : []) });
    items.push({ testId: 'folder-new', icon: 'plus', label: words.newFolder, run });
  }
  return <Menu label={words.folders} at={at} items={items} onClose={() => folderMenu.set({ menu: null })} />;
}
