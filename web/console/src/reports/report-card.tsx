import type { ComponentChildren } from 'preact';
import { PersonLink, RoomLink } from '../actions/links.js';
import type { Report } from '../api-types.js';
import { moment } from '../text/text.js';
import { type Decision, decisions } from './decision-form.js';
import { reportedOf } from './reported.js';
import { useReportText } from './reports-text.js';

interface ReportCardProps {
  report: Report;
  /** Absent for a role that may not decide. */
  onDecide: ((decision: Decision) => void) | undefined;
  /** The form of a decision that was begun; it replaces the buttons. */
  form: ComponentChildren;
  /** The conversation. */
  children: ComponentChildren;
}

export function ReportCard({ report, onDecide, form, children }: ReportCardProps) {
  const text = useReportText();
  const { kind, reason, status, note, decision } = report;
  return (
    <article class="card" data-testid="report">
      <h2>
        {text.kinds[kind]} · {reason}
      </h2>
      {decision && (
        <p class="card-topic">
          <span class="chip">{text.decisions[decision]}</span>
        </p>
      )}
      <Content report={report} />
      <Facts report={report} />
      {note && <blockquote class="card-note">{note}</blockquote>}
      {form}
      {!form && status === 'open' && onDecide && <Decide onDecide={onDecide} />}
      {children}
    </article>
  );
}

function Decide({ onDecide }: { onDecide: (decision: Decision) => void }) {
  const text = useReportText();
  return (
    <div class="deeds">
      {decisions.map((decision) => (
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
  );
}

function Facts({ report }: { report: Report }) {
  const text = useReportText();
  const { kind, target, reported_by, created_at, settled_at } = report;
  const { account, username, room } = reportedOf(report);
  return (
    <dl class="facts">
      {(account !== null || kind === 'message') && (
        <>
          <dt>{kind === 'account' ? text.account : text.author}</dt>
          <dd>
            <PersonLink id={account} name={username} />
          </dd>
        </>
      )}
      {room !== null && (
        <>
          <dt>{text.room}</dt>
          <dd>
            <RoomLink id={room} />
          </dd>
        </>
      )}
      <dt>{text.target}</dt>
      <dd>
        <code>{target}</code>
      </dd>
      <dt>{text.reportedBy}</dt>
      <dd>
        <PersonLink id={reported_by} />
      </dd>
      {report.text && (
        <>
          <dt>{text.words}</dt>
          <dd>{report.text}</dd>
        </>
      )}
      <dt>{text.submitted}</dt>
      <dd>{moment(created_at)}</dd>
      {settled_at && (
        <>
          <dt>{text.decided}</dt>
          <dd>{moment(settled_at)}</dd>
        </>
      )}
    </dl>
  );
}

/** The reported content as it was at the time of the report: first its words, and the rest on demand. */
function Content({ report }: { report: Report }) {
  const text = useReportText();
  if (report.content === null) return null;
  const { lines } = reportedOf(report);
  return (
    <>
      {lines.length > 0 && (
        <figure class="as-reported">
          <figcaption class="row-note">{text.asReported}</figcaption>
          <blockquote data-testid="as-reported">{lines.join('\n')}</blockquote>
        </figure>
      )}
      <details class="content-all" open={lines.length === 0}>
        <summary>{text.content}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard. */}
        <pre class="content" tabIndex={0}>
          {JSON.stringify(report.content, null, 2)}
        </pre>
      </details>
    </>
  );
}
