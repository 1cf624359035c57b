import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import { app } from '#page/app/app-state.js';
import { openPage } from '#page/app/page.js';
import { openPanel } from '#page/app/panel.js';
import { locale } from '#page/app/text/text.js';
import { goDiscover } from '#page/discover/discover-nav.js';
import { type Inline, inlinesOf } from './inline.js';
import { entitiesOf } from './text-entities.js';

/** Plain text with links, mentions and hashtags; the text is never interpreted as HTML. */
export function BodyText({ body }: { body: string }) {
  const inlines = useMemo(() => plainInlines(body), [body]);
  return <Inlines inlines={inlines} />;
}

/** Articles have formats of their own, so their text has no Markdown. */
function plainInlines(body: string): Inline[] {
  const inlines: Inline[] = [];
  let from = 0;
  for (const { kind, word, href, at } of entitiesOf(body)) {
    if (at > from) inlines.push({ type: 'text', text: body.slice(from, at) });
    inlines.push(kind === 'link' ? { type: kind, href, text: word, isNamed: false } : { type: kind, text: word });
    from = at + word.length;
  }
  if (from < body.length) inlines.push({ type: 'text', text: body.slice(from) });
  return inlines;
}

/** One line with its Markdown, for a caption or a quote. */
export function LineText({ body }: { body: string }) {
  const inlines = useMemo(() => inlinesOf(body), [body]);
  return <Inlines inlines={inlines} />;
}

export function Inlines({ inlines }: { inlines: Inline[] }) {
  return <>{inlines.map(drawn)}</>;
}

function drawn(inline: Inline, key: number): ComponentChild {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code key={key}>{inline.text}</code>;
    case 'link':
      return <Link key={key} {...inline} />;
    case 'mention':
      return <Mention key={key} word={inline.text} />;
    case 'hashtag':
      return <Hashtag key={key} word={inline.text} />;
    case 'strong':
      return <strong key={key}>{inline.children.map(drawn)}</strong>;
    case 'em':
      return <em key={key}>{inline.children.map(drawn)}</em>;
    case 'del':
      return <del key={key}>{inline.children.map(drawn)}</del>;
  }
}

/** A link to this page is followed in this tab, once more if the page is there already. The title of a named link shows where it leads. */
function Link({ href, text, isNamed }: { href: string; text: string; isNamed: boolean }) {
  const home = `${location.origin}/#`;
  if (href.startsWith(home)) {
    const hash = href.slice(home.length - 1);
    return (
      <a href={hash} onClick={() => hash === location.hash && dispatchEvent(new HashChangeEvent('hashchange'))}>
        {text}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...(isNamed && { title: href })}>
      {text}
    </a>
  );
}

function Mention({ word }: { word: string }) {
  const username = word.slice(1);
  if (username.toLowerCase() === 'all') return <span class="mention">{word}</span>;
  const show = (event: Event) => {
    event.stopPropagation();
    openPage({ type: 'person', username });
  };
  return (
    <button type="button" class="mention" data-testid="mention" onClick={show}>
      {word}
    </button>
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
