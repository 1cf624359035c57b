import { useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { CallError, dictionary, service } from '../net.js';
import { withNotice } from '../state/notice.js';
import { useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { SearchBox, SectionHead } from './parts.js';
import { Line } from './topic-form.js';

async function loadBanned() {
  const { authors } = await dictionary('GET /authors', { query: { limit: 1_000 } });
  return { rows: authors, total: authors.length };
}

/** The authors who are banned from publishing. */
export function AuthorsView() {
  const text = useText();
  const [typed, setTyped] = useState('');
  const rows = useRows('authors', loadBanned);
  const shown = rows.rows.filter(({ account_id, reason }) => `${account_id} ${reason}`.includes(typed.trim()));
  const unban = async (account: string) => {
    await withNotice(dictionary('DELETE /authors/{account}/ban', { path: { account } }), text.unbanned);
    rows.reload();
  };
  return (
    <>
      <SectionHead title={text.sections.authors} count={rows.total} onReload={rows.reload}>
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      {rows.state === 'failed' && <EmptyState icon="info" line={text.failed} />}
      <BanForm onBanned={rows.reload} />
      {rows.state === 'ready' && rows.rows.length === 0 && <EmptyState icon="ban" line={text.noBans} />}
      <ol class="lines" data-testid="bans">
        {shown.map(({ account_id, reason, banned_at }) => (
          <li class="line" key={account_id}>
            <div class="line-text">
              <code>{account_id}</code>
              <p>{reason}</p>
              {banned_at && <p class="row-note">{moment(banned_at)}</p>}
            </div>
            <button type="button" class="button button-quiet" onClick={() => void unban(account_id)}>
              {text.unban}
              <span class="unseen">: {account_id}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function BanForm({ onBanned }: { onBanned: () => void }) {
  const text = useText();
  const [account, setAccount] = useState('');
  const [reason, setReason] = useState('');
  const ban = async (event: Event) => {
    event.preventDefault();
    const work = idOf(account.trim(), text.noSuchAccount).then((id) =>
      dictionary('PUT /authors/{account}/ban', { path: { account: id }, body: { reason: reason.trim() } }),
    );
    if ((await withNotice(work, text.banned)) === null) return;
    setAccount('');
    setReason('');
    onBanned();
  };
  return (
    <form class="card form ban-form" onSubmit={(event) => void ban(event)}>
      <Line label={text.account} testId="ban-account" value={account} onInput={setAccount} max={64} />
      <Line label={text.banReason} testId="ban-reason" value={reason} onInput={setReason} max={500} />
      <p class="form-hint">{text.banReasonHint}</p>
      <div class="form-buttons">
        <button
          type="submit"
          class="button button-danger"
          data-testid="ban-send"
          disabled={!account.trim() || !reason.trim()}
        >
          {text.banAuthor}
        </button>
      </div>
    </form>
  );
}

/** A username is resolved to its account by the service. */
async function idOf(typed: string, otherwise: string): Promise<string> {
  if (!typed.startsWith('@')) return typed;
  const { accounts } = await service('GET /api/console/accounts', { query: { username: typed.slice(1) } });
  const [found] = accounts;
  if (!found) throw new CallError('no_such_account', otherwise, 404);
  return found.id;
}
