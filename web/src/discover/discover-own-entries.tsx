import { useEffect } from 'preact/hooks';
import type { Entry } from '../api-types.js';
import { discoverHome, hashOfRoute } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { usePages } from '../ui/use-pages.js';
import { loadMyEntries } from './discover-data.js';
import { Empty } from './discover-error.js';
import { DiscoverFrame, DiscoverLink } from './discover-frame.js';
import { GrowingList } from './discover-list.js';
import { consumeSource } from './discover-nav.js';
import { useDiscoverText } from './discover-text.js';

/** The person's shared articles and their review status. */
export function DiscoverOwnEntries() {
  const text = useDiscoverText();
  useEffect(() => void consumeSource(), []);
  const pages = usePages<Entry>(null, ({ id }) => id, loadMyEntries);
  const empty = (
    <Empty icon="article" testId="no-mine" title={text.noMine}>
      <p>{text.noMineHint}</p>
    </Empty>
  );
  return (
    <DiscoverFrame title={text.mine} up={hashOfRoute(discoverHome)} testId="discover-mine">
      <p class="discover-hint">{text.mineHint}</p>
      <GrowingList pages={pages} label={text.mine} testId="my-entries" missing="notSetUp" empty={empty}>
        {(entry) => <MyEntry key={entry.id} entry={entry} />}
      </GrowingList>
    </DiscoverFrame>
  );
}

function MyEntry({ entry }: { entry: Entry }) {
  const text = useDiscoverText();
  const page = useText();
  const { id, title, tag, status, review_note, published_at } = entry;
  return (
    <li class="my-entry" data-testid="my-entry" data-status={status}>
      <div class="my-entry-head">
        {status === 'published' ? (
          <DiscoverLink to={{ view: 'entry', id }} source="my_entries" class="my-entry-title" testId="my-entry-way">
            {title}
          </DiscoverLink>
        ) : (
          <strong class="my-entry-title">{title}</strong>
        )}
        <span class={`state-tag state-${status}`}>{text.status[status]}</span>
      </div>
      <small>
        #{tag}
        {published_at && ` · ${momentName(new Date(published_at).getTime(), page)}`}
      </small>
      {status === 'rejected' && review_note && <p class="review-note">{text.reviewNote(review_note)}</p>}
    </li>
  );
}
