/**
 * The person's own folders of rooms and the chosen filter of the list. They are kept in this browser, because the service
 * has no place for them.
 */
import type { Room } from '#page/api-types.js';
import { app, myId } from '#page/app/app-state.js';
import { createStore } from '#page/app/store.js';
import { FILTERED_FROM, type Folder, isInFilter, type RoomFilter, roomFilters } from '../list/room-filter.js';

const FOLDERS_MAX = 20;
export const FOLDER_NAME_MAX = 24;
const FOLDER_ROOMS_MAX = 500;

interface Kept {
  folders: Folder[];
  /** The name of a filter, or the id of a folder. */
  chosen: string;
}

const nothing: Kept = { folders: [], chosen: 'all' };
const keyOf = (accountId: string): string => `meydan.folders.${accountId}`;

export const roomFolders = createStore<Kept & { account: string }>({ account: '', ...nothing });

/** Loads the folders of the account, and follows other tabs. */
export function followFolders(): void {
  app.subscribe(() => {
    if (roomFolders.get().account !== myId()) roomFolders.set({ account: myId(), ...stored(myId()) });
  });
  addEventListener('storage', ({ key }) => {
    if (myId() !== '' && key === keyOf(myId())) roomFolders.set({ folders: stored(myId()).folders });
  });
}

function stored(accountId: string): Kept {
  if (accountId === '') return nothing;
  try {
    const { folders, chosen } = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}') as Partial<Kept>;
    return { folders: Array.isArray(folders) ? folders.filter(isFolder) : [], chosen: String(chosen ?? 'all') };
  } catch {
    // The stored value is no list of folders.
    return nothing;
  }
}

const isFolder = (value: Partial<Folder> | null): value is Folder =>
  typeof value?.id === 'string' && typeof value.name === 'string' && Array.isArray(value.rooms);

function keep(change: Partial<Kept>): void {
  roomFolders.set(change);
  const { folders, chosen } = roomFolders.get();
  localStorage.setItem(keyOf(myId()), JSON.stringify({ folders, chosen }));
}

/** The chosen filter. A folder that another tab has deleted is the whole list again. */
export function chosenFilter({ folders, chosen }: Kept): RoomFilter | Folder {
  return folders.find(({ id }) => id === chosen) ?? roomFilters.find((name) => name === chosen) ?? 'all';
}

export const chooseFilter = (chosen: string): void => keep({ chosen });

export const newFolder = (rooms: string[] = []): Folder => ({ id: crypto.randomUUID(), name: '', rooms });

export const mayAddFolder = (): boolean => roomFolders.get().folders.length < FOLDERS_MAX;

/** A folder that is new is shown at once. */
export function keepFolder(folder: Folder): void {
  const { folders } = roomFolders.get();
  const kept = { ...folder, name: folder.name.trim(), rooms: folder.rooms.slice(-FOLDER_ROOMS_MAX) };
  if (folders.some(({ id }) => id === folder.id)) {
    keep({ folders: folders.map((one) => (one.id === folder.id ? kept : one)) });
  } else keep({ folders: [...folders, kept], chosen: kept.id });
}

export const deleteFolder = ({ id }: Folder): void =>
  keep({ folders: roomFolders.get().folders.filter((one) => one.id !== id) });

/** Into the folder, or out of it. */
export const withRoomIn = (folder: Folder, room: string): Folder => ({
  ...folder,
  rooms: folder.rooms.includes(room) ? folder.rooms.filter((id) => id !== room) : [...folder.rooms, room],
});

/** Few rooms need no filter, and the one that was chosen among more of them does not hide any. */
export const isFiltered = (rooms: Room[], { folders }: Kept): boolean =>
  rooms.length >= FILTERED_FROM || folders.length > 0;

/** The rooms as the list shows them now. */
export function listedRooms(rooms: Room[], current: string | null): Room[] {
  const kept = roomFolders.get();
  const filter = isFiltered(rooms, kept) ? chosenFilter(kept) : 'all';
  return rooms.filter((room) => isInFilter(room, filter, current));
}
