import type { EntryDiscussion } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { PlainRow } from '../messages/plain-row.js';
import { useLoaded } from '../ui/use-loaded.js';
import { loadEntryDiscussion } from './discover-data.js';
import { Waiting } from './discover-list.js';
import { useDiscoverText } from './discover-text.js';

/** The discussion of an article, read-only; a link opens it in its group. */
export function EntryDiscussionPart({ id }: { id: number }) {
  const text = useDiscoverText();
  const { value: discussion, error, again } = useLoaded(`discussion ${id}`, () => loadEntryDiscussion(id));
  if (error?.code === 'not_found') return null;
  return (
    <section class="entry-part" aria-labelledby="entry-discussion">
      <h2 id="entry-discussion">{text.discussion}</h2>
      {error?.code === 'not_member' && <p data-testid="discussion-closed">{text.discussionClosed}</p>}
      {error && error.code !== 'not_member' && (
        <button type="button" class="button button-quiet button-small" onClick={again}>
          {text.again}
        </button>
      )}
      {!discussion && !error && <Waiting />}
      {discussion && <Replies discussion={discussion} />}
    </section>
  );
}

function Replies({ discussion: { room, is_member, messages } }: { discussion: EntryDiscussion }) {
  const text = useDiscoverText();
  return (
    <>
      <div class="discussion-head">
        <p>{text.discussionIn(room.name)}</p>
        {(is_member || room.visibility === 'open') && (
          <button
            type="button"
            class="button button-quiet button-small"
            data-testid="discussion-room"
            onClick={() => goTo(room.slug)}
          >
            {is_member ? text.openInRoom : text.joinRoom}
          </button>
        )}
      </div>
      {messages.length === 0 && <p data-testid="no-replies">{text.noReplies}</p>}
      <div class="replies" data-testid="entry-replies">
        {messages.map((message) => (
          <PlainRow key={message.id} message={message} testId="entry-reply" />
        ))}
      </div>
    </>
  );
}
