import { useEffect } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { app } from '../app/app-state.js';
import { closePage } from '../app/page.js';
import { useApp } from '../app/use-app.js';
import { Dialog } from '../ui/dialog.js';
import { SearchHits } from './search-hits.js';
import { useSearchText } from './search-text.js';
import { useRoomsSearch } from './use-search.js';
import './search.css';

/** The messages of all rooms that mention the person: rooms with unread mentions first. */
export function MentionsPage() {
  const own = useSearchText();
  const username = useApp((state) => state.account?.username ?? '');
  const search = useRoomsSearch();
  useEffect(() => {
    const isMe = (name: string) => name.toLowerCase() === username.toLowerCase();
    search.begin(mentionedFirst(app.get().rooms), {
      words: username,
      isHit: ({ mentions, sender }) => mentions.some(isMe) && !isMe(sender?.username ?? ''),
    });
  }, [username]);
  return (
    <Dialog title={own.mentions} onClose={closePage} isLarge>
      <div data-testid="mentions-page">
        <SearchHits search={search} words={username} nothing={own.nothingHere} />
      </div>
    </Dialog>
  );
}

const mentionedFirst = (rooms: readonly Room[]): Room[] =>
  rooms.filter(({ kind }) => kind === 'group').sort((a, b) => (b.unread_mentions ?? 0) - (a.unread_mentions ?? 0));
