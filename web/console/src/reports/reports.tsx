import { useState } from 'preact/hooks';
import type { Report } from '../api-types.js';
import { useKeys } from '../keys.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { decidedOnce, withNotice } from '../state/notice.js';
import { useChoice, useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { Detail, RowList, SearchBox, SectionHead, Tabs } from '../views/parts.js';
import { ReportedConversation } from './conversation.js';
import { type Decision, DecisionForm, type Settlement, settle } from './decision-form.js';
import { ReportCard } from './report-card.js';
import { reportedOf } from './reported.js';
import { useReportText } from './reports-text.js';

const statuses = ['open', 'settled'] as const;
type Shown = (typeof statuses)[number];

async function loadReports(status: Shown) {
  const { reports } = await service('GET /api/console/reports', { query: { status, limit: 200 } });
  return { rows: reports, total: reports.length };
}

/** Reports, each settled once: with a note, and with the action that it calls for. */
export function ReportsView() {
  const page = useText();
  const text = useReportText();
  const [status, setStatus] = useState<Shown>('open');
  const [typed, setTyped] = useState('');
  const rows = useRows(`reports ${status}`, () => loadReports(status));
  const shown = rows.rows.filter((report) => JSON.stringify(report).toLowerCase().includes(typed.trim().toLowerCase()));
  const choice = useChoice(shown.length, 'reports');
  const chosen = shown[choice.at];
  const decideOn = async (report: Report, settlement: Settlement) => {
    const { action } = settlement;
    const done = action === null ? text.settled : text.settledWith[action.type];
    if (await withNotice(decidedOnce(settle(report, settlement)), done)) {
      rows.drop(({ id }) => id === report.id);
      choice.close();
      return true;
    }
    rows.reload();
    return false;
  };
  return (
    <>
      <SectionHead title={page.sections.reports} count={rows.total} onReload={rows.reload}>
        <Tabs of={statuses} shown={status} names={text.status} onShow={setStatus} />
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      <div class="split">
        <RowList
          name="reports"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ id }) => id}
          none={{ icon: 'shield', line: status === 'open' ? text.none : text.noneSettled }}
        >
          {(report) => (
            <>
              <strong>
                {text.kinds[report.kind]} · {report.reason}
              </strong>
              <span class="row-excerpt">{subjectOf(report)}</span>
              <span class="row-note">{moment(report.created_at)}</span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.reason}>
            <ReportDetail key={chosen.id} report={chosen} onSettle={(settlement) => decideOn(chosen, settlement)} />
          </Detail>
        )}
      </div>
    </>
  );
}

/** What tells one report from another in the list. */
function subjectOf(report: Report): string {
  const { username, room, lines } = reportedOf(report);
  return [username && `@${username}`, report.kind === 'account' ? null : (lines[0] ?? room)].filter(Boolean).join(': ');
}

interface ReportDetailProps {
  report: Report;
  onSettle: (settlement: Settlement) => Promise<boolean>;
}

function ReportDetail({ report, onSettle }: ReportDetailProps) {
  const may = useMay();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const mayDecide = may('settleReport') && report.status === 'open';
  const begin = (decision: Decision) => mayDecide && setDeciding(decision);
  useKeys({ u: () => void begin('uphold'), d: () => void begin('dismiss') });
  const hasConversation = report.kind === 'message' || report.kind === 'room';
  const form = deciding && (
    <DecisionForm
      key={deciding}
      report={report}
      decision={deciding}
      onSettle={onSettle}
      onCancel={() => setDeciding(null)}
    />
  );
  return (
    <ReportCard report={report} onDecide={mayDecide ? begin : undefined} form={form}>
      {hasConversation && may('viewReportedConversation') && <ReportedConversation report={report} />}
    </ReportCard>
  );
}
