import type { Room } from '#page/api-types.js';
import { FirstSteps } from '#page/app/shell/first-steps.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { useStore } from '#page/app/use-store.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { DirectoryLink } from '#page/directory/directory-link.js';
import { SponsoredPlacement } from '#page/sponsored/sponsored-placement.js';
import { chosenFilter, isFiltered, listedRooms, roomFolders } from '../folders/folder-store.js';
import { useFoldersText } from '../folders/folders-text.js';
import { openRoomDialog } from '../room-dialogs.js';
import type { Folder, RoomFilter } from './room-filter.js';
import { RoomFilters } from './room-filters.js';
import { RoomLine } from './room-line.js';

/** The number of rooms above a sponsored item. */
const BEFORE_SPONSORED = 3;

/** The person's rooms, as far as the chosen filter or folder shows them. */
export function RoomLines() {
  const text = useText();
  const rooms = useApp((state) => state.rooms);
  const isLoaded = useApp((state) => state.roomsLoaded);
  const current = useApp((state) => state.current);
  const kept = useStore(roomFolders);
  const sponsored = isLoaded && <SponsoredPlacement key="sponsored" placement="chats" />;
  if (isLoaded && rooms.length === 0) {
    return (
      <div class="side-rooms">
        <p class="side-empty side-no-rooms">
          {text.noRooms} <DirectoryLink />
        </p>
        <div class="side-first">
          <FirstSteps place="side" />
        </div>
        {sponsored}
      </div>
    );
  }
  const archived = rooms.filter((room) => room.archived);
  const open = listedRooms(rooms, current).filter((room) => !room.archived);
  const line = (room: Room) => <RoomLine key={room.slug} room={room} isCurrent={room.slug === current} />;
  return (
    <nav class="side-rooms" aria-label={text.rooms} data-testid="room-list">
      {isFiltered(rooms, kept) && <RoomFilters rooms={rooms} />}
      {isLoaded && open.length === 0 && <NoneInFilter filter={chosenFilter(kept)} />}
      {open.slice(0, BEFORE_SPONSORED).map(line)}
      {sponsored}
      {open.slice(BEFORE_SPONSORED).map(line)}
      {archived.length > 0 && (
        <details class="panel-more" data-testid="archived">
          <summary>{text.archivedRooms(archived.length)}</summary>
          {archived.map(line)}
        </details>
      )}
    </nav>
  );
}

/** A folder without a room leads to the choice of its rooms. */
function NoneInFilter({ filter }: { filter: RoomFilter | Folder }) {
  const words = useWritingText();
  const own = useFoldersText();
  if (typeof filter === 'string') return <p class="side-empty">{words.noneInFilter}</p>;
  return (
    <div class="side-empty">
      <p>{own.empty}</p>
      <button type="button" class="link" data-testid="folder-choose" onClick={() => openRoomDialog({ folder: filter })}>
        {own.choose}
      </button>
    </div>
  );
}
