import { useEffect, useState } from 'preact/hooks';
import type { Author, Entry, EntryDetail } from '../api-types.js';
import { dictionary } from '../net.js';
import { notifyError, withNotice } from '../state/notice.js';
import { moment, useText } from '../text/text.js';
import { NoteForm } from './note-form.js';

/** The note that the operator is writing about an article. */
export type Writing = 'reject' | 'ban' | null;

interface EntryCardProps {
  entry: Entry;
  writing: Writing;
  setWriting: (writing: Writing) => void;
  publish: () => void;
  reject: (note: string) => Promise<boolean>;
}

/** One submitted article with its author and its topic. */
export function EntryCard({ entry, writing, setWriting, publish, reject }: EntryCardProps) {
  const text = useText();
  const [detail, setDetail] = useState<EntryDetail | null>(null);
  useEffect(() => {
    dictionary('GET /entries/{id}', { path: { id: String(entry.id) } }).then(setDetail, notifyError);
  }, [entry.id]);
  /** What a ban has answered; the detail that was asked for before it may come later. */
  const [bannedAuthor, setBannedAuthor] = useState<Author | null>(null);
  const author = bannedAuthor ?? detail?.author ?? null;
  const ban = async (reason: string) => {
    const path = { account: entry.author_id ?? '' };
    const work = dictionary('PUT /authors/{account}/ban', { path, body: { reason } });
    const told = await withNotice(work, text.banned);
    if (!told) return false;
    setWriting(null);
    setBannedAuthor(told.value.author);
    return true;
  };
  return (
    <article class="card" data-testid="entry">
      <h2>{entry.title}</h2>
      <p class="card-topic">
        <span class="chip">#{entry.tag}</span>
        <span class={`chip chip-${entry.status}`}>{text.status[entry.status]}</span>
        {detail?.topic && detail.topic.status !== 'published' && <span class="chip chip-new">{text.topicIsNew}</span>}
      </p>
      <p class="excerpt" data-testid="excerpt">
        {entry.excerpt}
      </p>
      <Facts entry={entry} author={author} />
      {entry.review_note && <blockquote class="card-note">{entry.review_note}</blockquote>}
      {writing === 'reject' && (
        <NoteForm
          name={`reject ${entry.id}`}
          label={text.note}
          hint={text.noteHint}
          submit={text.reject}
          onSubmit={reject}
          onCancel={() => setWriting(null)}
        />
      )}
      {writing === 'ban' && (
        <NoteForm
          name={`ban ${entry.id}`}
          label={text.banReason}
          hint={text.banReasonHint}
          submit={text.banAuthor}
          isNeeded
          onSubmit={ban}
          onCancel={() => setWriting(null)}
        />
      )}
      {writing === null && (
        <Deeds entry={entry} setWriting={setWriting} publish={publish} isBanned={author?.banned ?? false} />
      )}
    </article>
  );
}

function Facts({ entry, author }: { entry: Entry; author: Author | null }) {
  const text = useText();
  return (
    <dl class="facts">
      <dt>{text.from}</dt>
      <dd>{entry.room_slug}</dd>
      <dt>{text.author}</dt>
      <dd>
        {entry.author_id ? <code>{entry.author_id}</code> : text.nobody}
        {author?.banned && (
          <span class="chip chip-rejected" data-testid="is-banned">
            {text.isBanned}: {author.reason}
          </span>
        )}
      </dd>
      <dt>{text.submitted}</dt>
      <dd>{moment(entry.submitted_at)}</dd>
      {entry.decided_at && (
        <>
          <dt>{text.decided}</dt>
          <dd>{moment(entry.decided_at)}</dd>
        </>
      )}
      {entry.status === 'published' && (
        <>
          <dt>{text.reactionsTotal}</dt>
          <dd>{entry.reactions}</dd>
        </>
      )}
    </dl>
  );
}

interface DeedsProps extends Pick<EntryCardProps, 'entry' | 'setWriting' | 'publish'> {
  isBanned: boolean;
}

function Deeds({ entry, setWriting, publish, isBanned }: DeedsProps) {
  const text = useText();
  return (
    <div class="deeds">
      {entry.status === 'pending' && (
        <>
          <button type="button" class="button" data-testid="publish" aria-keyshortcuts="p" onClick={publish}>
            {text.publish}{' '}
            <span class="key" aria-hidden="true">
              p
            </span>
          </button>
          <button
            type="button"
            class="button button-quiet"
            data-testid="reject"
            aria-keyshortcuts="r"
            onClick={() => setWriting('reject')}
          >
            {text.reject}{' '}
            <span class="key" aria-hidden="true">
              r
            </span>
          </button>
        </>
      )}
      {entry.author_id && !isBanned && (
        <button
          type="button"
          class="button button-quiet"
          data-testid="ban"
          aria-keyshortcuts="b"
          onClick={() => setWriting('ban')}
        >
          {text.banAuthor}{' '}
          <span class="key" aria-hidden="true">
            b
          </span>
        </button>
      )}
    </div>
  );
}
