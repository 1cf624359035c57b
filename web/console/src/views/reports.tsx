import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Report } from '../api-types.js';
import { useKeys } from '../keys.js';
import { service } from '../net.js';
import { withNotice } from '../state/notice.js';
import { useChoice, useRows } from '../state/rows.js';
import { moment, useText } from '../text/text.js';
import { NoteForm } from './note-form.js';
import { Detail, RowList, SearchBox, SectionHead, Tabs } from './parts.js';

type Decision = 'uphold' | 'dismiss';
const statuses = ['open', 'settled'] as const;
type Shown = (typeof statuses)[number];

async function loadReports(status: Shown) {
  const { reports } = await service('GET /api/console/reports', { query: { status, limit: 200 } });
  return { rows: reports, total: reports.length };
}

/** Reports, each settled once with a note. */
export function ReportsView() {
  const text = useText();
  const [status, setStatus] = useState<Shown>('open');
  const [typed, setTyped] = useState('');
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const rows = useRows(`reports ${status}`, () => loadReports(status));
  const shown = rows.rows.filter((report) => JSON.stringify(report).toLowerCase().includes(typed.trim().toLowerCase()));
  const choice = useChoice(shown.length, 'reports');
  const chosen = shown[choice.at];
  const settle = async (report: Report, decision: Decision, note: string) => {
    setDeciding(null);
    const body = { decision, note: note || null };
    if (
      await withNotice(
        service('POST /api/console/reports/{id}/decision', { path: { id: report.id }, body }),
        text.settled,
      )
    ) {
      rows.drop(({ id }) => id === report.id);
      choice.close();
    } else rows.reload();
  };
  const begin = (decision: Decision) => () => chosen?.status === 'open' && setDeciding(decision);
  useKeys({ u: () => void begin('uphold')(), d: () => void begin('dismiss')() });
  return (
    <>
      <SectionHead title={text.sections.reports} count={rows.total} onReload={rows.reload}>
        <Tabs of={statuses} shown={status} names={text.reportStatus} onShow={setStatus} />
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      <div class="split">
        <RowList
          name="reports"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ id }) => id}
          none={{ icon: 'shield', line: text.noReports, absent: text.absentService }}
        >
          {(report) => (
            <>
              <strong>
                {text.reportKinds[report.kind] ?? report.kind} · {report.reason}
              </strong>
              <span class="row-note">{moment(report.created_at)}</span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.reason}>
            <ReportCard report={chosen} onDecide={(decision) => begin(decision)()}>
              {deciding && (
                <NoteForm
                  key={deciding}
                  label={text.reportNote}
                  hint={text.noteHint}
                  submit={text[deciding]}
                  isDanger={deciding === 'uphold'}
                  onSubmit={(note) => void settle(chosen, deciding, note)}
                  onCancel={() => setDeciding(null)}
                />
              )}
            </ReportCard>
          </Detail>
        )}
      </div>
    </>
  );
}

interface ReportCardProps {
  report: Report;
  onDecide: (decision: Decision) => void;
  /** Replaces the buttons. */
  children: ComponentChildren;
}

function ReportCard({ report, onDecide, children }: ReportCardProps) {
  const text = useText();
  return (
    <article class="card" data-testid="report">
      <h2>
        {text.reportKinds[report.kind] ?? report.kind} · {report.reason}
      </h2>
      {report.text && <p class="excerpt">{report.text}</p>}
      {report.content && <Content content={report.content} />}
      <dl class="facts">
        <dt>{text.reportedBy}</dt>
        <dd>{report.reported_by ? <code>{report.reported_by}</code> : text.nobody}</dd>
        <dt>{text.submitted}</dt>
        <dd>{moment(report.created_at)}</dd>
        {report.decision && (
          <>
            <dt>{text.decided}</dt>
            <dd>{text.decisions[report.decision]}</dd>
          </>
        )}
      </dl>
      {report.note && <blockquote class="card-note">{report.note}</blockquote>}
      {children}
      {!children && report.status === 'open' && (
        <div class="deeds">
          {(['uphold', 'dismiss'] as const).map((decision) => (
            <button
              type="button"
              key={decision}
              class={decision === 'uphold' ? 'button' : 'button button-quiet'}
              data-testid={decision}
              aria-keyshortcuts={decision.charAt(0)}
              onClick={() => onDecide(decision)}
            >
              {text[decision]}{' '}
              <span class="key" aria-hidden="true">
                {decision.charAt(0)}
              </span>
            </button>
          ))}
        </div>
      )}
    </article>
  );
}

/** The reported content as it was at the time of the report: first its text, and the rest on demand. */
function Content({ content }: { content: Record<string, unknown> }) {
  const text = useText();
  const said = ['title', 'body', 'name', 'username', 'bio'].map((key) => content[key]);
  const lines = said.filter((line): line is string => typeof line === 'string' && line !== '');
  return (
    <>
      {lines.length > 0 && <blockquote class="card-note">{lines.join('\n')}</blockquote>}
      <details class="content-all" open={lines.length === 0}>
        <summary>{text.reportContent}</summary>
        <pre class="content">{JSON.stringify(content, null, 2)}</pre>
      </details>
    </>
  );
}
