import type { Room } from '../api-types.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { Empty } from '../discover/discover-error.js';
import { More, Waiting } from '../discover/discover-list.js';
import { countOf } from '../discover/discover-text.js';
import { type Pages, usePages } from '../ui/use-pages.js';
import { loadOpenRooms } from './directory-data.js';
import { DirectoryRoom } from './directory-room.js';
import { useDirectoryText } from './directory-text.js';

interface ListProps {
  words: string;
  onAll: () => void;
}

/** The rooms, page by page; arrow keys move between them. */
export function DirectoryList({ words, onAll }: ListProps) {
  const text = useDirectoryText();
  const pages = usePages<Room>(
    `open rooms ${words}`,
    ({ slug }) => slug,
    (offset) => loadOpenRooms(words, offset),
  );
  const { items, hasMore, isKnown, isLoading, error, more } = pages;
  if (isKnown && items.length === 0) return <NoRooms words={words} onAll={onAll} />;
  return (
    <>
      <p class="unseen" role="status">
        {isKnown && text.count(countOf(items.length), hasMore)}
      </p>
      <ol
        class="discover-list"
        aria-label={words === '' ? text.all : text.found(words)}
        aria-busy={isLoading}
        data-testid="directory-list"
        onKeyDown={step}
      >
        {items.map((room) => (
          <DirectoryRoom key={room.slug} room={room} />
        ))}
      </ol>
      {!isKnown && !error && <Waiting />}
      {error && <Fault pages={pages} />}
      {hasMore && !error && <More isLoading={isLoading} onMore={more} count={items.length} />}
    </>
  );
}

/** Moves the focus between rooms, skipping their buttons. */
function step(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  const line = (event.target as HTMLElement).closest('li');
  if (by === undefined || !line) return;
  const next = list.children[[...list.children].indexOf(line) + by]?.querySelector('a');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function NoRooms({ words, onAll }: ListProps) {
  const text = useDirectoryText();
  if (words === '') {
    return (
      <Empty icon="compass" testId="directory-empty" title={text.none}>
        <p>{text.noneHint}</p>
      </Empty>
    );
  }
  return (
    <Empty icon="search" testId="directory-none" title={text.noneFound(words)}>
      <p>{text.noneFoundHint}</p>
      <button type="button" class="button button-quiet" data-testid="directory-all" onClick={onAll}>
        {text.showAll}
      </button>
    </Empty>
  );
}

function Fault({ pages: { error, more } }: { pages: Pages<Room> }) {
  const text = useText();
  if (!error) return null;
  return (
    <Empty icon="info" testId="directory-fault" title={sentenceOf(text, error)}>
      <button type="button" class="button" data-testid="directory-again" onClick={more}>
        {text.again}
      </button>
    </Empty>
  );
}
