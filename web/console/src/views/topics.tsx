import { useEffect, useState } from 'preact/hooks';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import type { Category, Status, Topic } from '../api-types.js';
import { useKeys } from '../keys.js';
import { dictionary } from '../net.js';
import { notifyError, withNotice } from '../state/notice.js';
import { useChoice, useRows } from '../state/rows.js';
import { useText } from '../text/text.js';
import { Detail, RowList, SearchBox, SectionHead, Tabs } from './parts.js';
import { type TopicDraft, TopicForm } from './topic-form.js';

const PAGE = 50;
const statuses = ['pending', 'published', 'rejected'] as const;

async function loadTopics(status: Status, offset: number) {
  const { topics, total } = await dictionary('GET /topics', { query: { status, limit: PAGE, offset } });
  return { rows: topics, total };
}

function useCategories(): Category[] {
  const [categories, setCategories] = useState<Category[]>([]);
  useEffect(() => {
    const found = dictionary('GET /categories');
    found.then((told) => setCategories(told.categories), notifyError);
  }, []);
  return categories;
}

/** Topics and proposed topics. */
export function TopicsView() {
  const text = useText();
  const [status, setStatus] = useState<Status>('pending');
  const [typed, setTyped] = useState('');
  const [isNew, setNew] = useState(false);
  const categories = useCategories();
  const rows = useRows<Topic>(`topics ${status}`, (known) => loadTopics(status, known.length));
  const shown = rows.rows.filter(({ tag, title }) => `#${tag} ${title}`.toLowerCase().includes(typed.toLowerCase()));
  const choice = useChoice(shown.length, 'topics');
  const chosen = shown[choice.at];
  const { alone } = useOneAtATime();
  const settle = (work: () => Promise<unknown>, done: string) =>
    alone(async () => {
      if ((await withNotice(work(), done)) === null) return;
      setNew(false);
      choice.close();
      rows.reload();
    });
  const reject = () =>
    void (
      chosen?.status === 'pending' &&
      settle(
        () => dictionary('POST /topics/{tag}/decision', { path: { tag: chosen.tag }, body: { decision: 'reject' } }),
        text.rejected,
      )
    );
  useKeys({ n: () => setNew(true), r: reject });
  return (
    <>
      <SectionHead title={text.sections.topics} count={rows.total} onReload={rows.reload}>
        <Tabs of={statuses} shown={status} names={{ ...text.status, pending: text.proposals }} onShow={setStatus} />
        <SearchBox value={typed} onSearch={setTyped} />
        <button type="button" class="button" data-testid="new-topic" aria-keyshortcuts="n" onClick={() => setNew(true)}>
          {text.newTopic}
        </button>
      </SectionHead>
      {isNew && (
        <TopicForm
          topic={null}
          categories={categories}
          submit={text.publish}
          onSubmit={(draft) => void settle(() => open(draft), text.published)}
          onCancel={() => setNew(false)}
        />
      )}
      <div class="split">
        <RowList
          name="topics"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ tag }) => tag}
          none={{
            icon: 'hash',
            line: status === 'pending' ? text.noProposals : text.nothingHere,
          }}
        >
          {(topic) => (
            <>
              <strong>#{topic.tag}</strong>
              <span class="row-note">
                {topic.title} · {nameOf(categories, topic) ?? text.noCategory} · {text.entries(topic.entry_count)}
              </span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.title}>
            <TopicForm
              key={`${chosen.tag} ${chosen.status}`}
              topic={chosen}
              categories={categories}
              submit={chosen.status === 'published' ? text.save : text.publish}
              onSubmit={(draft) =>
                void settle(() => keep(chosen, draft), chosen.status === 'published' ? text.saved : text.published)
              }
              {...(chosen.status === 'pending' && { onReject: reject })}
            />
          </Detail>
        )}
      </div>
    </>
  );
}

const nameOf = (categories: Category[], { category }: Topic) => categories.find(({ slug }) => slug === category)?.name;

/** Only the form of a new topic has a category. */
const open = ({ category, ...draft }: TopicDraft) =>
  dictionary('POST /topics', { body: { ...draft, category: category ?? '' } });

/** Saves a topic. A proposal is published too; with a category, that takes a single request. */
async function keep({ tag, status }: Topic, draft: TopicDraft): Promise<unknown> {
  if (status !== 'published' && draft.category) return open({ ...draft, tag });
  const { tag: _tag, ...change } = draft;
  const kept = await dictionary('PATCH /topics/{tag}', { path: { tag }, body: change });
  if (status !== 'pending') return kept;
  return dictionary('POST /topics/{tag}/decision', { path: { tag }, body: { decision: 'publish' } });
}
