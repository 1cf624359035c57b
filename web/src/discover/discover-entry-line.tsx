import type { Entry } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { Avatar } from '../members/avatar.js';
import { usernameOf } from '../members/username.js';
import { Icon } from '../ui/icon.js';
import { DiscoverLink } from './discover-frame.js';
import { useDiscoverText } from './discover-text.js';

/** An article in a list: topic, title, author and counts. */
export function EntryLine({ entry }: { entry: Entry }) {
  const page = useText();
  return (
    <li>
      <DiscoverLink to={{ view: 'entry', id: entry.id }} source="topic" class="entry-line" testId="entry">
        <strong>{entry.title}</strong>
        {entry.excerpt && <p>{entry.excerpt}</p>}
        <span class="entry-by">
          <EntryAuthor entry={entry} />
          {entry.published_at && <time>{momentName(new Date(entry.published_at).getTime(), page)}</time>}
          <Liked entry={entry} />
        </span>
      </DiscoverLink>
    </li>
  );
}

function EntryAuthor({ entry: { author } }: { entry: Entry }) {
  const text = useDiscoverText();
  if (!author) return <span>{text.hiddenAuthor}</span>;
  return (
    <span class="entry-author">
      <Avatar name={usernameOf(author)} photo={author.avatar} size={22} />
      {author.username}
    </span>
  );
}

function Liked({ entry: { reactions = {}, reshare_count = 0 } }: { entry: Entry }) {
  const text = useDiscoverText();
  const most = Object.entries(reactions).sort(([, one], [, other]) => other - one);
  const total = most.reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      {total > 0 && (
        <span class="entry-liked">
          <span class="unseen">{text.reactions}: </span>
          {most.slice(0, 3).map(([emoji]) => emoji)} {total}
        </span>
      )}
      {reshare_count > 0 && (
        <span class="entry-liked" title={text.reshares(reshare_count)}>
          <Icon name="forward" size={14} /> {reshare_count}
          <span class="unseen">{text.reshares(reshare_count)}</span>
        </span>
      )}
    </>
  );
}
