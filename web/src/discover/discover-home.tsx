import { useEffect } from 'preact/hooks';
import type { Category, DiscoverTopic } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { SponsoredPlacement } from '../sponsored/sponsored-placement.js';
import { Icon } from '../ui/icon.js';
import { useLoaded } from '../ui/use-loaded.js';
import { usePages } from '../ui/use-pages.js';
import { loadCategories, loadTopics } from './discover-data.js';
import { DiscoverError, Empty } from './discover-error.js';
import { DiscoverFrame, DiscoverLink } from './discover-frame.js';
import { GrowingList } from './discover-list.js';
import { consumeSource, goDiscover } from './discover-nav.js';
import { countOf, percentOf, useDiscoverText } from './discover-text.js';
import { recordRead } from './read-events/read-events.js';
import { TopicPicker } from './topic-picker.js';

/** Categories and the topics of the selected one, those with the most articles first. */
export function DiscoverHome({ category }: { category: string | null }) {
  const text = useDiscoverText();
  const page = useText();
  const told = useApp((state) => state.registeredLanguage);
  const categories = useLoaded('categories', loadCategories);
  useEffect(() => {
    const source = consumeSource();
    if (category !== null) recordRead({ type: 'category_open', category, source });
  }, [category]);
  return (
    <DiscoverFrame
      title={page.discover}
      up=""
      testId="discover-home"
      place={`home ${category ?? ''}`}
      actions={
        <DiscoverLink
          to={{ view: 'mine' }}
          source="link"
          class="button button-quiet button-small"
          testId="discover-mine-way"
        >
          <Icon name="article" size={16} />
          {text.mine}
        </DiscoverLink>
      }
    >
      {categories.error ? (
        <DiscoverError error={categories.error} missing="notSetUp" onAgain={categories.again} />
      ) : (
        <>
          <TopicSearch />
          <Categories categories={categories.value ?? []} current={category} />
          <Topics key={told} category={category} language={told ?? ''} />
        </>
      )}
    </DiscoverFrame>
  );
}

function TopicSearch() {
  const text = useDiscoverText();
  return (
    <TopicPicker
      label={text.search}
      testId="discover-search"
      icon
      isCleared
      onTake={(tag) => goDiscover({ view: 'topic', tag }, 'suggest')}
    />
  );
}

function Categories({ categories, current }: { categories: Category[]; current: string | null }) {
  const text = useDiscoverText();
  if (categories.length === 0) return null;
  const all = [{ slug: null, name: text.allCategories }, ...categories];
  return (
    <nav class="chips" aria-label={text.categories} data-testid="categories">
      {all.map(({ slug, name }) => (
        <DiscoverLink
          key={slug ?? ''}
          to={{ view: 'home', category: slug }}
          source="topic_list"
          class="chip"
          testId="category"
          isCurrent={slug === current}
        >
          {name}
        </DiscoverLink>
      ))}
    </nav>
  );
}

/** The service selects topics by the stored language of the device, so a changed language loads another list. */
function Topics({ category, language }: { category: string | null; language: string }) {
  const text = useDiscoverText();
  const key = `topics ${language} ${category ?? ''}`;
  const pages = usePages<DiscoverTopic>(
    key,
    ({ tag }) => tag,
    (offset) => loadTopics(category, offset),
  );
  const empty = (
    <Empty icon="compass" testId="no-topics" title={text.noTopics}>
      <p>{text.noTopicsHint}</p>
    </Empty>
  );
  const between = (
    <li>
      <SponsoredPlacement placement="discover_topics" />
    </li>
  );
  return (
    <GrowingList pages={pages} label={text.topics} testId="topics" missing="notSetUp" empty={empty} between={between}>
      {(topic) => <TopicLine key={topic.tag} topic={topic} />}
    </GrowingList>
  );
}

function TopicLine({ topic }: { topic: DiscoverTopic }) {
  const text = useDiscoverText();
  const { tag, title, entry_count, share, rank } = topic;
  return (
    <li>
      <DiscoverLink to={{ view: 'topic', tag }} source="topic_list" class="topic-line" testId="topic">
        <span class="topic-rank" aria-hidden="true">
          {rank === null ? '' : countOf(rank)}
        </span>
        <span class="topic-words">
          <strong>{title}</strong>
          <small>
            #{tag} · {text.entriesCount(entry_count)}
          </small>
          <span class="topic-bar" aria-hidden="true">
            <i style={{ width: `${Math.min(100, Math.max(share, 0))}%` }} />
          </span>
        </span>
        <span class="topic-share">
          <span aria-hidden="true">{percentOf(share)}</span>
          <span class="unseen">{text.shareOf(percentOf(share))}</span>
        </span>
      </DiscoverLink>
    </li>
  );
}
