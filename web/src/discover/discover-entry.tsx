import { useEffect, useRef, useState } from 'preact/hooks';
import { MeydanError } from '#sdk/errors.js';
import type { Entry } from '../api-types.js';
import { openPage } from '../app/page.js';
import { discoverHome, hashOfRoute } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { Missing } from '../media/media-card.js';
import { Avatar } from '../members/avatar.js';
import { usernameOf } from '../members/username.js';
import { ArticleBlocks } from '../messages/article-blocks.js';
import { Report } from '../messages/report-dialog.js';
import { Icon } from '../ui/icon.js';
import { useLoaded } from '../ui/use-loaded.js';
import { loadEntry, reportView } from './discover-data.js';
import { EntryDiscussionPart } from './discover-discussion.js';
import { DiscoverError } from './discover-error.js';
import { DiscoverFrame, DiscoverLink } from './discover-frame.js';
import { Waiting } from './discover-list.js';
import { consumeSource, type Source } from './discover-nav.js';
import { EntryShare } from './discover-share.js';
import { EntryStatsPart } from './discover-stats.js';
import { useDiscoverText } from './discover-text.js';
import { setEntry } from './linked-entries.js';
import { recordRead } from './read-events/read-events.js';
import { useDwell } from './read-events/use-dwell.js';

/** One published article with its counts, discussion and statistics. */
export function DiscoverEntry({ id }: { id: number }) {
  const { value: entry, error, again } = useLoaded(`entry ${id}`, () => loadEntry(id));
  const page = useText();
  const me = useApp((state) => state.account?.id);
  const [source] = useState(consumeSource);
  useViewReports(entry, source);
  return (
    <DiscoverFrame
      title={entry ? `#${entry.tag}` : page.discover}
      up={entry ? hashOfRoute({ view: 'topic', tag: entry.tag }) : hashOfRoute(discoverHome)}
      testId="discover-entry"
      isTitled={entry !== null}
      actions={entry?.status === 'published' && <EntryShare entry={entry} />}
    >
      {error && !entry && <DiscoverError error={error} missing="noSuchEntry" onAgain={again} />}
      {!entry && !error && <Waiting />}
      {entry && <Article entry={entry} onStale={again} />}
      {entry?.stats_visible && <EntryStatsPart id={id} />}
      {entry?.discussion?.available && <EntryDiscussionPart id={id} />}
      {entry && entry.author?.id !== me && <Report kind="entry" id={id} />}
    </DiscoverFrame>
  );
}

/** Reports one view each time the page is opened, and the reading time when the page is left. */
function useViewReports(entry: Entry | null, source: Source): void {
  const isPublished = entry?.status === 'published';
  useEffect(() => {
    if (!entry || !isPublished) return;
    setEntry(entry);
    recordRead({ type: 'entry_open', source, ...pointOf(entry) });
    // A failed report is ignored, because the reader cannot do anything about it.
    void reportView(entry.id).catch((error: unknown) => error instanceof MeydanError || Promise.reject(error));
  }, [isPublished, entry?.id]);
  useDwell(isPublished, (duration_ms) => {
    if (entry) recordRead({ type: 'entry_read', source, duration_ms, ...pointOf(entry) });
  });
}

const pointOf = ({ id, tag, author }: Entry) => ({ entry_id: id, topic: tag, ...(author && { author_id: author.id }) });

function Article({ entry, onStale }: { entry: Entry; onStale: () => void }) {
  const text = useDiscoverText();
  const { title, excerpt, blocks, tag } = entry;
  return (
    <article class="reader entry-reader" data-testid="entry-article">
      <DiscoverLink to={{ view: 'topic', tag }} source="hashtag" class="entry-topic">
        #{tag}
      </DiscoverLink>
      <h1>{title}</h1>
      <Byline entry={entry} />
      {blocks ? (
        <Blocks blocks={blocks} onStale={onStale} />
      ) : (
        <>
          <p>{excerpt}</p>
          <p class="review-note" data-testid="entry-gone">
            {text.gone}
          </p>
        </>
      )}
      <Made entry={entry} />
    </article>
  );
}

function Byline({ entry: { author, published_at } }: { entry: Entry }) {
  const text = useDiscoverText();
  const page = useText();
  const at = published_at ? new Date(published_at) : null;
  return (
    <p class="reader-by entry-by">
      {author ? (
        <button
          type="button"
          class="entry-author"
          data-testid="entry-author"
          onClick={() => openPage({ type: 'person', username: usernameOf(author) })}
        >
          <span class="unseen">{text.by} </span>
          <Avatar name={usernameOf(author)} photo={author.avatar} size={32} />
          <strong>{author.username}</strong>
        </button>
      ) : (
        <span>{text.hiddenAuthor}</span>
      )}
      {at && <time dateTime={at.toISOString()}>{momentName(at.getTime(), page)}</time>}
    </p>
  );
}

/** File links expire after an hour; an article with a broken link is loaded again, once. */
function Blocks({ blocks, onStale }: { blocks: NonNullable<Entry['blocks']>; onStale: () => void }) {
  const text = useDiscoverText();
  const page = useText();
  const renewed = useRef(false);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const fail = (url: string) => {
    if (renewed.current) return setBroken((before) => new Set([...before, url]));
    renewed.current = true;
    onStale();
  };
  return (
    <ArticleBlocks
      blocks={blocks}
      picture={({ url }, at) =>
        url && !broken.has(url) ? (
          <img class="picture" src={url} alt={text.picture(at + 1)} loading="lazy" onError={() => fail(url)} />
        ) : (
          <Missing label={url ? page.brokenFile : page.goneFile} />
        )
      }
    />
  );
}

function Made({ entry: { reactions = {}, reshare_count = 0 } }: { entry: Entry }) {
  const text = useDiscoverText();
  const counts = Object.entries(reactions).filter(([, count]) => count > 0);
  if (counts.length === 0 && reshare_count === 0) return null;
  return (
    <div class="entry-made" data-testid="entry-made">
      {counts.length > 0 && <span class="unseen">{text.reactions}: </span>}
      {counts.map(([emoji, count]) => (
        <span key={emoji} class="reaction" data-testid="entry-reaction">
          {emoji} <b>{count}</b>
        </span>
      ))}
      {reshare_count > 0 && (
        <span class="entry-reshares" data-testid="entry-reshares">
          <Icon name="forward" size={16} />
          {text.reshares(reshare_count)}
        </span>
      )}
    </div>
  );
}
