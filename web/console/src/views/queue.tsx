import { useState } from 'preact/hooks';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import type { Entry, Status } from '../api-types.js';
import { useKeys } from '../keys.js';
import { dictionary } from '../net.js';
import { withNotice } from '../state/notice.js';
import { useChoice, useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { EntryCard, type Writing } from './entry-card.js';
import { Detail, RowList, SearchBox, SectionHead, Tabs } from './parts.js';

const PAGE = 50;
const statuses = ['pending', 'published', 'rejected'] as const;

async function loadEntries(status: Status, offset: number) {
  const { entries, total } = await dictionary('GET /entries', { query: { status, limit: PAGE, offset } });
  return { rows: entries, total };
}

/** The review queue: read an article, publish or reject it, go to the next one. */
export function QueueView() {
  const text = useText();
  const [status, setStatus] = useState<Status>('pending');
  const [typed, setTyped] = useState('');
  /** The open note form belongs to one article and closes with it. */
  const [begun, setBegun] = useState<{ id: number; what: Writing } | null>(null);
  const rows = useRows<Entry>(`entries ${status}`, (known) => loadEntries(status, known.length));
  const shown = rows.rows.filter((entry) => fits(entry, typed));
  const choice = useChoice(shown.length, 'queue');
  const chosen = shown[choice.at];
  const writing = begun?.id === chosen?.id ? (begun?.what ?? null) : null;
  const setWriting = (what: Writing) => setBegun(chosen ? { id: chosen.id, what } : null);
  const { alone } = useOneAtATime();
  const decide = async (entry: Entry, body: { decision: 'publish' | 'reject'; note?: string }) => {
    const done = body.decision === 'publish' ? text.published : text.rejected;
    if (await withNotice(dictionary('POST /entries/{id}/decision', { path: { id: String(entry.id) }, body }), done)) {
      setBegun(null);
      rows.drop(({ id }) => id === entry.id);
      choice.close();
      requestAnimationFrame(() => choice.choose(Math.max(0, Math.min(choice.at, shown.length - 2))));
      return true;
    }
    rows.reload();
    return false;
  };
  const isWaiting = chosen?.status === 'pending';
  const publish = () => void (chosen && isWaiting && alone(() => decide(chosen, { decision: 'publish' })));
  const reject = async (note: string) =>
    chosen !== undefined && decide(chosen, { decision: 'reject', ...(note && { note }) });
  useKeys({
    p: publish,
    r: () => isWaiting && setWriting('reject'),
    b: () => chosen?.author_id && setWriting('ban'),
  });
  return (
    <>
      <SectionHead title={text.sections.queue} count={rows.total} onReload={rows.reload}>
        <Tabs of={statuses} shown={status} names={text.status} onShow={setStatus} />
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      <div class="split">
        <RowList
          name="queue"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ id }) => id}
          none={{
            icon: 'article',
            line: status === 'pending' ? text.queueEmpty : text.nothingHere,
            hint: text.queueEmptyHint,
          }}
        >
          {(entry) => (
            <>
              <strong>{entry.title}</strong>
              <span class="row-note">
                #{entry.tag} · {entry.room_slug} · {moment(entry.submitted_at)}
              </span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.title}>
            <EntryCard
              key={chosen.id}
              entry={chosen}
              writing={writing}
              setWriting={setWriting}
              publish={publish}
              reject={reject}
            />
          </Detail>
        )}
      </div>
    </>
  );
}

const fits = ({ title, tag, room_slug, excerpt }: Entry, typed: string): boolean =>
  `${title} #${tag} ${room_slug} ${excerpt}`.toLowerCase().includes(typed.trim().toLowerCase());
