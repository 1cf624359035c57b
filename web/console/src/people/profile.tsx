import { useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import { CopyId } from '../actions/copy-id.js';
import type { Account } from '../api-types.js';
import { AuditHistory } from '../audit/audit-history.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { problemOf } from '../state/notice.js';
import { moment } from '../text/text.js';
import { AccountActions } from './account-actions.js';
import { Insight } from './insight.js';
import { usePeopleText } from './people-text.js';
import { SuspensionChip, SuspensionNote } from './suspension-note.js';

export function Profile({ id }: { id: string }) {
  const text = usePeopleText();
  const [version, setVersion] = useState(0);
  const query = useQuery(id, async () => (await service('GET /api/console/accounts', { query: { id } })).accounts);
  const changed = () => {
    query.reload();
    setVersion((count) => count + 1);
  };
  return (
    <QueryResult of={query} problemOf={problemOf}>
      {([account]) =>
        account ? (
          <AccountProfile account={account} version={version} onChanged={changed} />
        ) : (
          <EmptyState icon="search" line={text.notFound(id)} />
        )
      }
    </QueryResult>
  );
}

interface AccountProfileProps {
  account: Account;
  /** The number of actions so far. */
  version: number;
  onChanged: () => void;
}

function AccountProfile({ account, version, onChanged }: AccountProfileProps) {
  const text = usePeopleText();
  const may = useMay();
  const { id, username, premium, developer, suspension } = account;
  return (
    <article class="profile" data-testid="profile">
      <div class="card">
        <header class="profile-head">
          <div>
            <h2>{username === null ? text.noUsername : `@${username}`}</h2>
            <p class="card-topic">
              <SuspensionChip suspension={suspension} />
              {premium && <span class="chip">{text.premium}</span>}
              {developer && <span class="chip">{text.developer}</span>}
            </p>
            <CopyId id={id} />
          </div>
          <AccountActions account={account} onChanged={onChanged} />
        </header>
        <SuspensionNote suspension={suspension} />
      </div>
      <div class="profile-columns">
        <Facts account={account} />
        <Insight account={id} version={version} />
        {may('listAudit') && <AuditHistory target={id} version={version} />}
      </div>
    </article>
  );
}

function Facts({ account: { created_at, stars, follows } }: { account: Account }) {
  const text = usePeopleText();
  return (
    <section class="card" aria-label={text.facts}>
      <h3>{text.facts}</h3>
      <dl class="facts">
        <dt>{text.createdAt}</dt>
        <dd>{moment(created_at)}</dd>
        <dt>{text.stars}</dt>
        <dd>{stars}</dd>
        <dt>{text.followers}</dt>
        <dd>{follows.followers}</dd>
        <dt>{text.follows}</dt>
        <dd>{follows.following}</dd>
      </dl>
    </section>
  );
}
