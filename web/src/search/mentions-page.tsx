import { useEffect, useState } from 'preact/hooks';
import type { Message } from '../api-types.js';
import { app } from '../app/app-state.js';
import { closePage } from '../app/page.js';
import { useApp } from '../app/use-app.js';
import { entitiesOf } from '../messages/markdown/text-entities.js';
import { Dialog } from '../ui/dialog.js';
import { SearchHits } from './search-hits.js';
import { moreLabel, useSearchText } from './search-text.js';
import { type InboxPart, useInbox } from './use-inbox.js';
import { useRoomsSearch } from './use-search.js';
import './search.css';

const views = ['mentions', 'replies', 'discussions'] as const;

/** What concerns the person, in all rooms: mentions, replies, and the discussions that they take part in. */
export function MentionsPage() {
  const own = useSearchText();
  const [view, setView] = useState<(typeof views)[number]>('mentions');
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
        {view === 'mentions' ? <Mentions /> : <InboxList key={view} part={view} />}
      </div>
    </Dialog>
  );
}

/** `mentions` has members alone; only an admin calls everybody, and a forward calls nobody. */
const callsAll = ({ body, sender, forwarded_from }: Message): boolean =>
  sender?.role !== 'member' && !forwarded_from && entitiesOf(body).some(({ word }) => word.toLowerCase() === '@all');

/** Found by the search of each room, those with unread mentions first. */
function Mentions() {
  const own = useSearchText();
  const username = useApp((state) => state.account?.username ?? '');
  const search = useRoomsSearch();
  useEffect(() => {
    const isMe = (name: string) => name.toLowerCase() === username.toLowerCase();
    const groups = app.get().rooms.filter(({ kind }) => kind === 'group');
    search.begin(
      groups.sort((a, b) => (b.unread_mentions ?? 0) - (a.unread_mentions ?? 0)),
      {
        ask: {},
        isHit: (row) => (row.mentions.some(isMe) || callsAll(row)) && !isMe(row.sender?.username ?? ''),
      },
      [username, 'all'],
    );
  }, [username]);
  return (
    <SearchHits found={search} moreLabel={moreLabel(own, search)} words={username} nothing={own.noneYet.mentions} />
  );
}

function InboxList({ part }: { part: InboxPart }) {
  const own = useSearchText();
  return <SearchHits found={useInbox(part)} moreLabel={own.older[part]} words="" nothing={own.noneYet[part]} />;
}
