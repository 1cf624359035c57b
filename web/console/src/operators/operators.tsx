import { useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { OperatorKey } from '../api-types.js';
import { useKeys } from '../keys.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { problemOf } from '../state/notice.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { KeyLine } from './key-line.js';
import { Logins } from './logins.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { useOperatorText } from './operators-text.js';
import { type IssuedKey, SecretDialog } from './secret-dialog.js';

/** The keys and logins of all operators: who has one, for how long, and with which role. */
export function OperatorsView() {
  const page = useText();
  const text = useOperatorText();
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const query = useQuery('operators', async () => {
    const [{ keys }, { logins }] = await Promise.all([
      service('GET /api/console/keys'),
      service('GET /api/console/logins'),
    ]);
    return { keys, logins };
  });
  const mayCreate = may('createOperatorKey');
  useKeys(mayCreate ? { n: () => setNew(true) } : {});
  const show = (key: IssuedKey) => {
    setIssued(key);
    query.reload();
  };
  return (
    <>
      <SectionHead title={page.sections.operators} hint={text.hint} onReload={query.reload}>
        {mayCreate && (
          <button type="button" class="button" data-testid="key-new" aria-keyshortcuts="n" onClick={() => setNew(true)}>
            {text.newKey}
          </button>
        )}
      </SectionHead>
      <QueryResult of={query} problemOf={problemOf}>
        {({ keys, logins }) => (
          <>
            <Logins logins={logins} onChanged={query.reload} />
            {keys.length + logins.length === 0 ? (
              <Nobody />
            ) : (
              <Keys keys={keys} onIssued={show} onChanged={query.reload} />
            )}
          </>
        )}
      </QueryResult>
      {isNew && <NewKeyDialog onIssued={show} onClose={() => setNew(false)} />}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

function Nobody() {
  const text = useOperatorText();
  return <EmptyState icon="key" line={text.empty} hint={text.emptyHint} />;
}

interface KeysProps {
  keys: OperatorKey[];
  onIssued: (key: IssuedKey) => void;
  onChanged: () => void;
}

function Keys({ keys, onIssued, onChanged }: KeysProps) {
  const text = useOperatorText();
  const isActive = ({ revoked_at, expires_at }: OperatorKey) =>
    revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now());
  const groups = [
    { name: text.active, of: keys.filter(isActive), id: 'keys-active' },
    { name: text.ended, of: keys.filter((key) => !isActive(key)), id: 'keys-ended' },
  ];
  return (
    <>
      {groups
        .filter((group) => group.of.length > 0)
        .map((group) => (
          <section key={group.id} aria-labelledby={group.id}>
            <h2 class="list-title" id={group.id}>
              {group.name} <span class="count">{group.of.length}</span>
            </h2>
            <ul class="lines" data-testid={group.id}>
              {group.of.map((key) => (
                <KeyLine
                  key={key.id}
                  operatorKey={key}
                  isActive={group.id === 'keys-active'}
                  onIssued={onIssued}
                  onChanged={onChanged}
                />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
