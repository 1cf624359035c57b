import type { ComponentChild } from 'preact';
import { app } from '../state/app-state.js';
import { goDiscover } from '../state/discover-nav.js';
import { openPanel } from '../state/panel.js';
import { locale } from '../text/text.js';

const SPECIAL = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])|((?<![\p{L}\d_])[@#][\p{L}\d_.]*[\p{L}\d_])/gu;

/** The first address a text leads to. */
export function firstLink(body: string): string | null {
  for (const [word] of body.matchAll(SPECIAL)) if (word.startsWith('http')) return word;
  return null;
}

/** Plain text with its links, mentions and hashtags marked; nothing of it is ever read as HTML. */
export function BodyText({ body }: { body: string }) {
  return <>{piecesOf(body)}</>;
}

export function piecesOf(body: string): ComponentChild[] {
  const pieces: ComponentChild[] = [];
  let from = 0;
  for (const found of body.matchAll(SPECIAL)) {
    pieces.push(body.slice(from, found.index), marked(found[0], found.index));
    from = found.index + found[0].length;
  }
  return [...pieces, body.slice(from)];
}

function marked(word: string, at: number): ComponentChild {
  if (word.startsWith('#')) return <Hashtag key={at} word={word} />;
  if (!word.startsWith('http')) {
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

/** Leads to everything that was said under it: in the room, or in Discover for what is read there. */
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
