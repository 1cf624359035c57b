import { useEffect, useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { app, myId } from '../app/app-state.js';
import { closePage } from '../app/page.js';
import { useApp } from '../app/use-app.js';
import { Dialog } from '../ui/dialog.js';
import { discussionsIn, repliesIn } from './replies.js';
import { SearchHits } from './search-hits.js';
import { useSearchText } from './search-text.js';
import { useRoomsSearch } from './use-search.js';
import './search.css';

const views = ['mentions', 'replies', 'discussions'] as const;

/** What concerns the person, in all rooms: mentions of them and replies to them, rooms with news first. */
export function MentionsPage() {
  const own = useSearchText();
  const username = useApp((state) => state.account?.username ?? '');
  const [view, setView] = useState<(typeof views)[number]>('mentions');
  const search = useRoomsSearch();
  useEffect(() => {
    const isMe = (name: string) => name.toLowerCase() === username.toLowerCase();
    const { rooms } = app.get();
    if (view !== 'mentions') {
      const find = view === 'replies' ? repliesIn : discussionsIn;
      const me = myId();
      search.begin(newsFirst(rooms, 'unread'), { words: '', isHit: () => true, find: (slug) => find(slug, me) });
    } else {
      search.begin(newsFirst(rooms, 'unread_mentions'), {
        words: username,
        isHit: ({ mentions, sender }) => mentions.some(isMe) && !isMe(sender?.username ?? ''),
      });
    }
  }, [username, view]);
  return (
    <Dialog title={own.inbox} onClose={closePage} isLarge>
      <div data-testid="mentions-page">
        <fieldset class="chips" aria-label={own.inbox}>
          {views.map((name) => (
            <button
              type="button"
              key={name}
              class="chip"
              aria-pressed={name === view}
              data-testid={`inbox-${name}`}
              onClick={() => setView(name)}
            >
              {own[name]}
            </button>
          ))}
        </fieldset>
        <SearchHits search={search} words={view === 'mentions' ? username : ''} nothing={own.noneYet[view]} />
      </div>
    </Dialog>
  );
}

const newsFirst = (rooms: readonly Room[], by: 'unread' | 'unread_mentions'): Room[] =>
  rooms.filter(({ kind }) => kind === 'group').sort((a, b) => (b[by] ?? 0) - (a[by] ?? 0));
