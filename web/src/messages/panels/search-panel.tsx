import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { openPage } from '#page/app/page.js';
import { SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { useSearchText } from '#page/search/search-text.js';
import { useFoundWords } from '#page/search/use-found-words.js';
import { jumpTo } from '../list/jump.js';
import { useRowsText } from '../list/rows-text.js';
import { PlainRow } from '../plain-row.js';
import { type Found, searchRoom } from './discussion-actions.js';

/** The service allows 60 searches a minute. */
const PAUSE_MS = 1_000;

export function SearchPanel({ room, query }: { room: Room; query: string }) {
  const text = useText();
  const own = useSearchText();
  const rowsText = useRowsText();
  const [words, setWords] = useState(query);
  const [found, setFound] = useState<Found | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const round = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  // Runs after the panel has taken the focus. Words that are there already are not typed again.
  useLayoutEffect(() => void (query || field.current?.focus()), []);
  useFoundWords(list, words.trim(), found);
  const search = async (held: Found | null) => {
    if (!words.trim()) return;
    round.current += 1;
    const mine = round.current;
    const page = await searchRoom(room.slug, words.trim(), held?.next_before_seq ?? null);
    // A later search may have been answered first.
    if (page && mine === round.current) setFound({ ...page, messages: [...(held?.messages ?? []), ...page.messages] });
  };
  // A pause while typing is as good as the button.
  useEffect(() => {
    const timer = setTimeout(() => void search(null), words === query ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const submit = (event: Event) => {
    event.preventDefault();
    void search(null);
  };
  return (
    <SidePanel title={text.searchRoom} testId="panel-search">
      <form class="field-row" onSubmit={submit}>
        <input
          ref={field}
          class="input"
          type="search"
          data-testid="search-words"
          aria-label={text.searchRoom}
          placeholder={text.searchHint}
          maxLength={100}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit" class="button" data-testid="search-submit" disabled={!words.trim()}>
          {text.search}
        </button>
      </form>
      <div class="field-row">
        <button
          type="button"
          class="link"
          data-testid="search-everywhere-way"
          onClick={() => openPage({ type: 'search', typed: words })}
        >
          {own.everywhere}
        </button>
        <button
          type="button"
          class="link"
          data-testid="jump-date-way"
          onClick={() => openPage({ type: 'jump-to-date', slug: room.slug, at: Date.now() })}
        >
          {rowsText.jumpToDate}
        </button>
      </div>
      {found?.messages.length === 0 && !found.has_more && <p class="panel-note">{text.nothingFound}</p>}
      <div ref={list}>
        {found?.messages.map((message) => (
          <PlainRow key={message.id} message={message} testId="found" onOpen={() => jumpTo(message)} />
        ))}
      </div>
      {found?.has_more && (
        <button type="button" class="button button-quiet" onClick={() => search(found)}>
          {text.more}
        </button>
      )}
    </SidePanel>
  );
}
