import { useEffect, useState } from 'preact/hooks';
import type { Entry, EntrySort } from '../api-types.js';
import { discoverHome, hashOfRoute } from '../app/route.js';
import { SponsoredPlacement } from '../sponsored/sponsored-placement.js';
import { useLoaded } from '../ui/use-loaded.js';
import { usePages } from '../ui/use-pages.js';
import { loadEntries, loadTopic } from './discover-data.js';
import { EntryLine } from './discover-entry-line.js';
import { DiscoverError, Empty } from './discover-error.js';
import { DiscoverFrame } from './discover-frame.js';
import { GrowingList, Waiting } from './discover-list.js';
import { consumeSource } from './discover-nav.js';
import { useDiscoverText } from './discover-text.js';
import { recordRead } from './read-events/read-events.js';

const sorts: EntrySort[] = ['new', 'old', 'top'];

/** One topic and its articles. */
export function DiscoverTopicPage({ tag }: { tag: string }) {
  const text = useDiscoverText();
  const { value: topic, error, again } = useLoaded(`topic ${tag}`, () => loadTopic(tag));
  const [sort, setSort] = useState<EntrySort>('new');
  const [source] = useState(consumeSource);
  const isKnown = topic !== null;
  useEffect(() => {
    if (isKnown) recordRead({ type: 'topic_open', topic: tag, source });
  }, [isKnown, tag]);
  return (
    <DiscoverFrame
      title={`#${tag}`}
      up={hashOfRoute(discoverHome)}
      testId="discover-topic"
      isTitled={topic !== null}
      place={`topic ${tag} ${sort}`}
    >
      {error && <DiscoverError error={error} missing="noSuchTopic" onAgain={again} />}
      {!topic && !error && <Waiting />}
      {topic && (
        <>
          <div class="topic-head">
            <h1>{topic.title}</h1>
            <p>{text.entriesCount(topic.entry_count)}</p>
          </div>
          <Sorts sort={sort} onSort={setSort} />
          <Entries key={sort} tag={tag} sort={sort} />
        </>
      )}
    </DiscoverFrame>
  );
}

function Sorts({ sort, onSort }: { sort: EntrySort; onSort: (sort: EntrySort) => void }) {
  const text = useDiscoverText();
  return (
    <fieldset class="chips">
      <legend class="unseen">{text.sort}</legend>
      {sorts.map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={name === sort}
          data-testid={`sort-${name}`}
          onClick={() => onSort(name)}
        >
          {text.sorts[name]}
        </button>
      ))}
    </fieldset>
  );
}

function Entries({ tag, sort }: { tag: string; sort: EntrySort }) {
  const text = useDiscoverText();
  const pages = usePages<Entry>(
    `entries ${tag} ${sort}`,
    ({ id }) => id,
    (offset) => loadEntries(tag, sort, offset),
  );
  const empty = <Empty icon="article" testId="no-entries" title={text.noEntries} />;
  const between = (
    <li>
      <SponsoredPlacement placement="discover_entries" />
    </li>
  );
  return (
    <GrowingList
      pages={pages}
      label={text.sorts[sort]}
      testId="entries"
      missing="noSuchTopic"
      empty={empty}
      between={between}
    >
      {(entry) => <EntryLine key={entry.id} entry={entry} />}
    </GrowingList>
  );
}
