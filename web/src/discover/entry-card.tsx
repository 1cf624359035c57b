import { useEffect } from 'preact/hooks';
import { hashOfRoute } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Avatar } from '../members/avatar.js';
import { usernameOf } from '../members/username.js';
import { Icon } from '../ui/icon.js';
import { useOnScreen } from '../ui/use-on-screen.js';
import { goDiscover } from './discover-nav.js';
import { requestEntry } from './linked-entries.js';

/**
 * A card for an article in a chat. Before the article is loaded, and after it was deleted, the card shows its number
 * only.
 */
export function EntryCard({ id }: { id: number }) {
  const text = useText();
  const entry = useApp((state) => state.entries[id]);
  const [card, isSeen] = useOnScreen<HTMLSpanElement>();
  useEffect(() => {
    if (isSeen) requestEntry(id);
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
    <a class="card card-article" data-testid="entry-card" href={hashOfRoute({ view: 'entry', id })} onClick={go}>
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
