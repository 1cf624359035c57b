import type { ComponentChild } from 'preact';
import { app } from '../app/app-state.js';
import { openPanel } from '../app/panel.js';
import { locale } from '../app/text/text.js';
import { goDiscover } from '../discover/discover-nav.js';
import { entitiesOf, type TextEntity } from './text-entities.js';

/** Plain text with links, mentions and hashtags; the text is never interpreted as HTML. */
export function BodyText({ body }: { body: string }) {
  return <>{piecesOf(body)}</>;
}

export function piecesOf(body: string): ComponentChild[] {
  const pieces: ComponentChild[] = [];
  let from = 0;
  for (const mark of entitiesOf(body)) {
    pieces.push(body.slice(from, mark.at), marked(mark));
    from = mark.at + mark.word.length;
  }
  return [...pieces, body.slice(from)];
}

function marked({ kind, word, at }: TextEntity): ComponentChild {
  if (kind === 'hashtag') return <Hashtag key={at} word={word} />;
  if (kind === 'mention') {
    return (
      <span key={at} class="mention">
        {word}
      </span>
    );
  }
  return (
    <a key={at} href={word} target="_blank" rel="noopener noreferrer nofollow">
      {word}
    </a>
  );
}

/** A hashtag links to a search in the room, or to its topic in Discover. */
function Hashtag({ word }: { word: string }) {
  const show = (event: Event) => {
    event.stopPropagation();
    if (app.get().discover)
      return goDiscover({ view: 'topic', tag: word.slice(1).toLocaleLowerCase(locale()) }, 'hashtag');
    openPanel({ type: 'search', query: word });
  };
  return (
    <button type="button" class="mention" onClick={show}>
      {word}
    </button>
  );
}
