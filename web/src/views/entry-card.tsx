import { useEffect } from 'preact/hooks';
import { goDiscover } from '../state/discover-nav.js';
import { hashOfDiscover } from '../state/discover-route.js';
import { wantEntry } from '../state/entry-cards.js';
import { useApp } from '../state/use-app.js';
import { usernameOf } from '../state/username.js';
import { useText } from '../text/text.js';
import { Avatar } from './avatar.js';
import { Icon } from './icon.js';
import { useOnScreen } from './use-on-screen.js';

/** An article of Discover in a chat. Until it is known, and when it is gone, there is no more than its number. */
export function EntryCard({ id }: { id: number }) {
  const text = useText();
  const entry = useApp((state) => state.entries[id]);
  const [card, isSeen] = useOnScreen<HTMLSpanElement>();
  useEffect(() => {
    if (isSeen) wantEntry(id);
  }, [isSeen, id]);
  if (!entry) {
    return (
      <span ref={card} class="card card-line" data-testid={entry === null ? 'entry-card-gone' : 'entry-card-waiting'}>
        <span class="card-icon">
          <Icon name="article" />
        </span>
        <span>{entry === null ? text.entryGone : text.entry(id)}</span>
      </span>
    );
  }
  const go = (event: MouseEvent) => {
    event.stopPropagation();
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goDiscover({ view: 'entry', id }, 'chat_card');
  };
  return (
    <a class="card card-article" data-testid="entry-card" href={hashOfDiscover({ view: 'entry', id })} onClick={go}>
      <small>
        {text.discover} · #{entry.tag}
      </small>
      <strong>{entry.title}</strong>
      {entry.excerpt && <span>{entry.excerpt}</span>}
      {entry.author && (
        <small class="entry-card-author">
          <Avatar name={usernameOf(entry.author)} photo={entry.author.avatar} size={20} />
          {entry.author.username}
        </small>
      )}
      <em>{text.readArticle}</em>
    </a>
  );
}
