import { useEffect, useRef } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { useApp } from '#page/app/use-app.js';
import { useStore } from '#page/app/use-store.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { Icon } from '#page/ui/icon.js';
import { belowOf } from '#page/ui/menu/menu.js';
import { openFolderMenu } from '../folders/folder-menu.js';
import { chooseFilter, chosenFilter, roomFolders } from '../folders/folder-store.js';
import { useFoldersText } from '../folders/folders-text.js';
import { type Folder, hasNews, type RoomFilter, roomFilters } from './room-filter.js';

/** The filters of the list, then the person's own folders; the row scrolls sideways where they do not fit. */
export function RoomFilters({ rooms }: { rooms: Room[] }) {
  const words = useWritingText();
  const own = useFoldersText();
  const kept = useStore(roomFolders);
  const current = useApp((state) => state.current);
  const chosen = chosenFilter(kept);
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen, kept.folders.length]);
  const chip = (filter: RoomFilter | Folder, key: string, label: string) => (
    <button
      type="button"
      key={key}
      class="chip"
      aria-pressed={filter === chosen}
      data-testid={typeof filter === 'string' ? `filter-${key}` : 'folder'}
      onClick={() => chooseFilter(key)}
    >
      {label}
      {typeof filter !== 'string' && hasNews(rooms, filter, current) && (
        <span class="chip-news" data-testid="folder-news">
          <span class="unseen">, {own.news}</span>
        </span>
      )}
    </button>
  );
  return (
    <div class="room-filters">
      <fieldset
        ref={row}
        class="chips"
        aria-label={words.filterRooms}
        data-testid="room-filters"
        onWheel={scrollSideways}
      >
        {roomFilters.map((name) => chip(name, name, words.filters[name]))}
        {kept.folders.map((folder) => chip(folder, folder.id, folder.name))}
      </fieldset>
      <button
        type="button"
        class="icon-button"
        title={own.folders}
        aria-haspopup="menu"
        data-testid="folders"
        onClick={(event) => openFolderMenu({ room: null, at: belowOf(event.currentTarget) })}
      >
        <Icon name="folder" size={18} />
      </button>
    </div>
  );
}

/** A mouse has one wheel, and the row would be out of its reach. */
function scrollSideways(event: WheelEvent): void {
  const row = event.currentTarget as HTMLElement;
  if (event.deltaX !== 0 || row.scrollWidth <= row.clientWidth) return;
  event.preventDefault();
  row.scrollLeft += event.deltaY;
}
