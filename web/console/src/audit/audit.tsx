import { useState } from 'preact/hooks';
import { useRoute } from '#page/ui/workspace/route.js';
import type { AuditEntry } from '../api-types.js';
import { useMay } from '../state/access.js';
import { useChoice, useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { Detail, RowList, SectionHead } from '../views/parts.js';
import { AuditCard } from './audit-card.js';
import { actionName, outcomeName, useAuditText } from './audit-text.js';
import { ExportButtons } from './export-button.js';
import { FilterForm } from './filter-form.js';
import { everything, isEverything, loadAudit } from './load-audit.js';

/** Who did what: newest first, by operator and by target. */
export function AuditView() {
  const page = useText();
  const text = useAuditText();
  const may = useMay();
  const [, target = ''] = useRoute();
  const [rest, setRest] = useState(everything);
  const filter = { ...rest, target };
  const rows = useRows<AuditEntry>(`audit ${JSON.stringify(filter)}`, (known) => loadAudit(filter, known));
  const choice = useChoice(rows.rows.length, 'audit');
  const chosen = rows.rows[choice.at];
  return (
    <>
      <SectionHead title={page.sections.audit} hint={text.hint} onReload={rows.reload}>
        {may('exportAudit') && <ExportButtons filter={filter} />}
      </SectionHead>
      <FilterForm filter={filter} onChange={setRest} />
      <div class="split">
        <RowList
          name="audit"
          rows={rows}
          shown={rows.rows}
          choice={choice}
          keyOf={({ id }) => id}
          none={{ icon: 'history', line: text.empty, ...(isEverything(filter) && { hint: text.emptyHint }) }}
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
