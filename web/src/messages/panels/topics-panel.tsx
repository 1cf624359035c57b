import type { Room, Topic } from '#page/api-types.js';
import { openPanel } from '#page/app/panel.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { loadTopics } from './discussion-actions.js';

export function TopicsPanel({ room }: { room: Room }) {
  const text = useText();
  const loaded = useLoaded(`topics ${room.slug}`, () => loadTopics(room.slug));
  return (
    <SidePanel title={text.topics} testId="panel-topics" back={info}>
      <LoadedPart loaded={loaded}>{(topics) => <Topics topics={topics} />}</LoadedPart>
    </SidePanel>
  );
}

function Topics({ topics }: { topics: Topic[] }) {
  const text = useText();
  const named = topics.filter((topic) => !topic.unknown);
  const others = topics.find((topic) => topic.unknown);
  return (
    <>
      {named.length === 0 && <p class="panel-note">{text.noTopics}</p>}
      <div class="panel-list">
        {named.map(({ tag, count, last_active }) => (
          <button
            type="button"
            key={tag}
            class="panel-way"
            data-testid="topic"
            onClick={() => openPanel({ type: 'search', query: `#${tag}` })}
          >
            <span class="person-name">
              #{tag}
              <small>{momentName(Date.parse(last_active), text)}</small>
            </span>
            <b class="panel-count">{count}</b>
          </button>
        ))}
      </div>
      {others && <p class="panel-note">{text.withoutTopic(others.count)}</p>}
    </>
  );
}
