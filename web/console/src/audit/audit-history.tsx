import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { AuditEntry } from '../api-types.js';
import { problemOf } from '../state/notice.js';
import { moment } from '../text/text.js';
import { actionName, useAuditText } from './audit-text.js';
import { everything, loadAudit } from './load-audit.js';
import { OutcomeChip } from './outcome-chip.js';

const SHOWN = 10;

/** Each visit of the profile finds the account, and would fill the list. */
const isNoLookup = ({ action }: AuditEntry): boolean => action !== 'findAccounts';

interface HistoryProps {
  target: string;
  /** Changes with every action on the target. */
  version: number;
}

/** The last actions of operators on one target. */
export function AuditHistory({ target, version }: HistoryProps) {
  const text = useAuditText();
  const query = useQuery(`${target} ${version}`, async () =>
    (await loadAudit({ ...everything, target }, [])).rows.filter(isNoLookup),
  );
  return (
    <section class="card" aria-label={text.history} data-testid="history">
      <h3>{text.history}</h3>
      <QueryResult of={query} problemOf={problemOf}>
        {(rows) => (
          <>
            {rows.length === 0 && <p class="note">{text.noHistory}</p>}
            <ul class="plain-lines">
              {rows.slice(0, SHOWN).map((entry) => (
                <li key={entry.id}>
                  <span>
                    {actionName(text, entry)} {entry.outcome !== 'done' && <OutcomeChip entry={entry} />}
                  </span>
                  <span class="row-note">
                    {entry.operator.name} · {moment(entry.at)}
                    {entry.reason && ` · ${entry.reason}`}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
      <a class="to-other" href={`#/audit/${encodeURIComponent(target)}`}>
        {text.allHistory}
      </a>
    </section>
  );
}
