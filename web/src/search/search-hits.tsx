import { useEffect, useRef } from 'preact/hooks';
import type { Message, WireError } from '../api-types.js';
import { roomOf } from '../app/app-state.js';
import { closePage } from '../app/page.js';
import { hashOfMessage } from '../app/route.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { AccountAvatar } from '../members/avatar.js';
import { plainText } from '../messages/markdown/plain-text.js';
import { summaryOf } from '../messages/message-summary.js';
import { useCurrentRow } from '../messages/use-current-row.js';
import { roomName } from '../rooms/room-name.js';
import { FormError } from '../ui/form-error.js';
import { snippetOf } from './search-query.js';
import { useSearchText } from './search-text.js';

export interface FoundMessages {
  /** Null before the first ones are there. */
  hits: Message[] | null;
  isSearching: boolean;
  error: WireError | null;
  /** Looks for more; null when there are no more. */
  more: (() => void) | null;
}

interface HitsProps {
  found: FoundMessages;
  moreLabel: string;
  words: string;
  /** The line for a search without a hit. */
  nothing: string;
}

/** The found messages of all rooms; each is a link to its place. */
export function SearchHits({ found, moreLabel, words, nothing }: HitsProps) {
  const text = useText();
  const own = useSearchText();
  const { hits, isSearching, error, more } = found;
  const list = useFocusOnNew(hits?.length ?? 0);
  return (
    <>
      <p class="form-hint" role="status" data-testid="search-count">
        {isSearching ? own.searching : hits && (hits.length === 0 ? nothing : own.found(hits.length))}
      </p>
      <ul class="search-hits" ref={list.at}>
        {hits?.map((message) => (
          <Hit key={message.id} message={message} words={words} />
        ))}
      </ul>
      <FormError>{error && (error.code === 'rate_limited' ? own.tooMany : sentenceOf(text, error))}</FormError>
      {more && !isSearching && (
        <button
          type="button"
          class="button button-quiet"
          data-testid="search-more"
          onClick={() => {
            list.expect();
            more();
          }}
        >
          {moreLabel}
        </button>
      )}
    </>
  );
}

/** The button of the next page goes while it loads: who pressed it by the keyboard goes on at the first new line. */
function useFocusOnNew(count: number) {
  const at = useRef<HTMLUListElement>(null);
  const expected = useRef<number | null>(null);
  useEffect(() => {
    if (expected.current === null || count <= expected.current) return;
    at.current?.children[expected.current]?.querySelector('a')?.focus();
    expected.current = null;
  }, [count]);
  return {
    at,
    expect: () => {
      expected.current = count;
    },
  };
}

function Hit({ message: found, words }: { message: Message; words: string }) {
  const text = useText();
  const message = useCurrentRow(found);
  const room = useApp((state) => roomOf(state, message.room));
  const { discussion } = message;
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
          {discussion?.last_at && (
            <span class="search-hit-head">
              {text.replies(discussion.count)} · {momentName(discussion.last_at, text)}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}
