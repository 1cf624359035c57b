import { useState } from 'preact/hooks';
import { closePage } from '../app/page.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { roomName } from '../rooms/room-name.js';
import { Dialog } from '../ui/dialog.js';
import { Choice } from '../ui/fields.js';
import { Field } from '../ui/form-parts.js';
import { SearchHits } from './search-hits.js';
import { attachmentFilters, isQuery, type SearchQuery, searchQueryOf } from './search-query.js';
import type { RoomQuery } from './search-rooms.js';
import { moreLabel, useSearchText } from './search-text.js';
import { useRoomsSearch } from './use-search.js';
import './search.css';

const DAY = 10;

/** The search over all rooms of the person, with filters. */
export function SearchPage({ typed = '' }: { typed?: string }) {
  const own = useSearchText();
  const rooms = useApp((state) => state.rooms);
  const [words, setWords] = useState(typed);
  const [chosen, setChosen] = useState<Filters>({ from: '', room: '', before: '', has: '' });
  const [asked, setAsked] = useState('');
  const search = useRoomsSearch();
  const query = withFilters(searchQueryOf(words), chosen);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isQuery(query)) return;
    setAsked(query.words);
    const wanted = query.room ? rooms.filter(({ slug }) => slug === query.room) : rooms;
    search.begin(wanted, { ask: askOf(query) });
  };
  return (
    <Dialog title={own.title} onClose={closePage} isLarge>
      <form class="form search-form" onSubmit={submit} data-testid="search-everywhere">
        <div class="field-row">
          <input
            class="input"
            type="search"
            data-testid="everywhere-words"
            aria-label={own.title}
            placeholder={own.hint}
            maxLength={100}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button type="submit" class="button" data-testid="everywhere-submit" disabled={!isQuery(query)}>
            {own.search}
          </button>
        </div>
        <FilterFields chosen={chosen} onChange={(change) => setChosen({ ...chosen, ...change })} />
      </form>
      <SearchHits found={search} moreLabel={moreLabel(own, search)} words={asked} nothing={own.nothing} />
    </Dialog>
  );
}

/** What the service is asked of each room. */
const askOf = ({ words, from, before, has }: SearchQuery): RoomQuery => ({
  ...(words !== '' && { q: words }),
  ...(from !== null && { from }),
  ...(has !== null && { has }),
  ...(before !== null && { before }),
  // The room alone: its newest messages.
  ...(words === '' && from === null && has === null && before === null && { before: Date.now() }),
});

interface Filters {
  from: string;
  room: string;
  before: string;
  has: string;
}

/** A chosen filter counts more than a typed one. */
function withFilters(query: SearchQuery, { from, room, before, has }: Filters): SearchQuery {
  return {
    ...query,
    from: from.trim().replace(/^@/, '') || query.from,
    room: room || query.room,
    before: before.length === DAY ? new Date(`${before}T00:00`).getTime() : query.before,
    has: attachmentFilters.find((kind) => kind === has) ?? query.has,
  };
}

interface FilterProps {
  chosen: Filters;
  onChange: (change: Partial<Filters>) => void;
}

function FilterFields({ chosen, onChange }: FilterProps) {
  const text = useText();
  const own = useSearchText();
  const rooms = useApp((state) => state.rooms);
  return (
    <div class="search-filters">
      <Field
        label={own.from}
        testId="filter-from"
        max={25}
        value={chosen.from}
        placeholder={own.anybody}
        onChange={(from) => onChange({ from })}
      />
      <Choice
        label={own.room}
        testId="filter-room"
        value={chosen.room}
        options={[
          { value: '', label: own.allRooms },
          ...rooms.map((room) => ({ value: room.slug, label: roomName(room, text) })),
        ]}
        onChange={(room) => onChange({ room })}
      />
      <label class="field">
        <span>{own.before}</span>
        <input
          class="input"
          type="date"
          data-testid="filter-before"
          value={chosen.before}
          onInput={(event) => onChange({ before: event.currentTarget.value })}
        />
      </label>
      <Choice
        label={own.has}
        testId="filter-has"
        value={chosen.has}
        options={[
          { value: '', label: own.anything },
          ...attachmentFilters.map((kind) => ({ value: kind, label: own.kind[kind] })),
        ]}
        onChange={(has) => onChange({ has })}
      />
    </div>
  );
}
