import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ChoiceField, LineField } from '#page/ui/workspace/field.js';
import { go, useRoute } from '#page/ui/workspace/route.js';
import type { AuditEntry } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { useChoice, useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { Detail, RowList, SectionHead } from '../views/parts.js';
import { AuditCard } from './audit-card.js';
import { actionName, outcomeName, useAuditText } from './audit-text.js';
import { ExportButton } from './export-button.js';
import { type AuditFilter, loadAudit } from './load-audit.js';

/** Who did what: newest first, by operator and by target. */
export function AuditView() {
  const page = useText();
  const text = useAuditText();
  const may = useMay();
  const [, target = ''] = useRoute();
  const [operator, setOperator] = useState('');
  const filter = { operator, target };
  const rows = useRows<AuditEntry>(`audit ${operator} ${target}`, (known) => loadAudit(filter, known));
  const choice = useChoice(rows.rows.length, 'audit');
  const chosen = rows.rows[choice.at];
  return (
    <>
      <SectionHead title={page.sections.audit} hint={text.hint} onReload={rows.reload}>
        {may('exportAudit') && <ExportButton />}
      </SectionHead>
      <FilterForm filter={filter} onOperator={setOperator} />
      <div class="split">
        <RowList
          name="audit"
          rows={rows}
          shown={rows.rows}
          choice={choice}
          keyOf={({ id }) => id}
          none={{ icon: 'history', line: text.empty, hint: text.emptyHint }}
        >
          {(entry) => (
            <>
              <strong>{actionName(text, entry)}</strong>
              <span class="row-note">
                {entry.operator.name} · {moment(entry.at)}
                {entry.reason && ` · ${entry.reason}`}
                {entry.outcome !== 'done' && ` · ${outcomeName(text, entry)}`}
              </span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={actionName(text, chosen)}>
            <AuditCard entry={chosen} />
          </Detail>
        )}
      </div>
    </>
  );
}

const CONSOLE_KEY_ID = 'console-key';

interface FilterProps {
  filter: AuditFilter;
  onOperator: (operator: string) => void;
}

/** The target is a part of the address, so that other pages link to it. */
function FilterForm({ filter: { operator, target }, onOperator }: FilterProps) {
  const text = useAuditText();
  const [typed, setTyped] = useState(target);
  // A layout effect, so that it does not come after what is typed at once.
  useLayoutEffect(() => setTyped(target), [target]);
  const operators = useOperators(text.lastResort);
  const apply = (event: Event) => {
    event.preventDefault();
    showTarget(typed.trim().toLowerCase());
  };
  return (
    <form class="find-form" data-testid="audit-filter" onSubmit={apply}>
      <ChoiceField
        label={text.operator}
        testId="audit-operator"
        value={operator}
        nothing={text.anyOperator}
        options={operators}
        onChange={onOperator}
      />
      <LineField
        label={text.target}
        hint={text.targetHint}
        testId="audit-target"
        max={128}
        value={typed}
        onInput={setTyped}
      />
      <button type="submit" class="button button-quiet" data-testid="audit-apply">
        {text.apply}
      </button>
      {target !== '' && (
        <button type="button" class="button button-quiet" data-testid="audit-clear" onClick={() => showTarget('')}>
          {text.clear}
        </button>
      )}
    </form>
  );
}

const showTarget = (target: string): void => (target === '' ? go('audit') : go('audit', target));

function useOperators(lastResort: string) {
  const may = useMay();
  const [keys, setKeys] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    if (!may('listOperatorKeys')) return;
    // Without the names the log is shown all the same.
    service('GET /api/console/keys').then(
      (found) => setKeys(found.keys.map(({ id, name }) => ({ value: id, label: name }))),
      () => undefined,
    );
  }, []);
  return [...keys, { value: CONSOLE_KEY_ID, label: lastResort }];
}
