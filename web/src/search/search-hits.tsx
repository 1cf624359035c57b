import type { Message } from '../api-types.js';
import { roomOf } from '../app/app-state.js';
import { closePage } from '../app/page.js';
import { hashOfMessage } from '../app/route.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { AccountAvatar } from '../members/avatar.js';
import { plainText } from '../messages/markdown/plain-text.js';
import { summaryOf } from '../messages/message-summary.js';
import { roomName } from '../rooms/room-name.js';
import { FormError } from '../ui/form-error.js';
import { snippetOf } from './search-query.js';
import { useSearchText } from './search-text.js';
import type { RoomsSearch } from './use-search.js';

interface HitsProps {
  search: RoomsSearch;
  words: string;
  /** The line for a search without a hit. */
  nothing: string;
}

/** The found messages of all rooms, newest first; each is a link to its place. */
export function SearchHits({ search, words, nothing }: HitsProps) {
  const text = useText();
  const own = useSearchText();
  const { hits, left, isSearching, error, more } = search;
  return (
    <>
      <p class="form-hint" role="status" data-testid="search-count">
        {isSearching ? own.searching : hits && (hits.length === 0 ? nothing : own.found(hits.length))}
      </p>
      <ul class="search-hits">
        {hits?.map((message) => (
          <Hit key={message.id} message={message} words={words} />
        ))}
      </ul>
      <FormError>{error && (error.code === 'rate_limited' ? own.tooMany : sentenceOf(text, error))}</FormError>
      {left.length > 0 && !isSearching && (
        <button type="button" class="button button-quiet" data-testid="search-more" onClick={more}>
          {own.more(left.length)}
        </button>
      )}
    </>
  );
}

function Hit({ message, words }: { message: Message; words: string }) {
  const text = useText();
  const room = useApp((state) => roomOf(state, message.room));
  const name = message.sender?.username ?? text.someone;
  const said = message.body ? plainText(message.body, message.body.length) : summaryOf(message, text);
  return (
    <li>
      <a class="search-hit" href={hashOfMessage(message.room, message.id)} data-testid="hit" onClick={closePage}>
        <AccountAvatar id={message.sender?.account_id ?? null} name={name} size={32} />
        <span class="search-hit-words">
          <span class="search-hit-head">
            <strong>{name}</strong>
            <span>{room ? roomName(room, text) : `/${message.room}`}</span>
            <time>{momentName(message.inserted_at, text)}</time>
          </span>
          <span>
            {snippetOf(said, words).map((part, at) => (part.isHit ? <mark key={at}>{part.text}</mark> : part.text))}
          </span>
        </span>
      </a>
    </li>
  );
}
