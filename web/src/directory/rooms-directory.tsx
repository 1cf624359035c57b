import { useEffect, useRef, useState } from 'preact/hooks';
import { hashOfRoute, routeOfAddress } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { DiscoverFrame } from '../discover/discover-frame.js';
import { Icon } from '../ui/icon.js';
import { DirectoryList } from './directory-list.js';
import { useDirectoryText } from './directory-text.js';

const PAUSE_MS = 300;

/** The directory of open rooms with a search; the address holds the query, so that Back restores it. */
export function RoomsDirectory({ words }: { words: string }) {
  const text = useDirectoryText();
  const [wanted, setWanted] = useState(words);
  useEffect(() => setWanted(words), [words]);
  const search = (next: string) => {
    history.replaceState(null, '', hashOfRoute({ view: 'rooms', words: next }));
    setWanted(next);
  };
  return (
    <DiscoverFrame title={text.title} up="" testId="directory" place={`rooms ${wanted}`}>
      <SearchForm key={words} words={words} onSearch={search} />
      <h2 class="directory-title">{wanted === '' ? text.all : text.found(wanted)}</h2>
      <DirectoryList key={wanted} words={wanted} onAll={() => search('')} />
    </DiscoverFrame>
  );
}

/** Searches, debounced; a pasted link is opened instead. */
function SearchForm({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const text = useDirectoryText();
  const page = useText();
  const [typed, setTyped] = useState(words);
  const searched = useRef(words);
  // A single word is always a query, although it could be the slug of a room.
  const linked = typed.includes('/') ? routeOfAddress(typed) : null;
  const search = () => {
    const next = typed.trim();
    if (linked || next === searched.current) return;
    searched.current = next;
    onSearch(next);
  };
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (linked) location.hash = hashOfRoute(linked);
    else search();
  };
  return (
    <search>
      <form class="directory-search" onSubmit={submit}>
        <Icon name="search" size={18} />
        <input
          class="input"
          type="search"
          maxLength={200}
          aria-label={text.search}
          placeholder={text.search}
          autoComplete="off"
          data-testid="directory-words"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="button" data-testid="directory-search">
          {linked ? text.openLink : page.search}
        </button>
      </form>
    </search>
  );
}
