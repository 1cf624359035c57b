import { PersonLink, RoomLink } from '../actions/links.js';
import type { AuditEntry } from '../api-types.js';
import { moment, useText } from '../text/text.js';
import { actionName, useAuditText } from './audit-text.js';
import { OutcomeChip } from './outcome-chip.js';

/** One row of the audit log with all its fields. */
export function AuditCard({ entry }: { entry: AuditEntry }) {
  const page = useText();
  const text = useAuditText();
  const { operator, at, action, reason, request_id, given, before } = entry;
  return (
    <article class="card" data-testid="audit-entry">
      <h2>{actionName(text, entry)}</h2>
      <p class="card-topic">
        <OutcomeChip entry={entry} />
      </p>
      <dl class="facts">
        <dt>{text.operator}</dt>
        <dd>
          {operator.name} <span class="chip">{page.roles[operator.role]}</span>{' '}
          {operator.name !== operator.id && <code>{operator.id}</code>}
        </dd>
        <dt>{text.time}</dt>
        <dd>{moment(at)}</dd>
        <dt>{text.target}</dt>
        <dd>
          <Target entry={entry} />
        </dd>
        <dt>{text.reason}</dt>
        <dd>{reason ?? text.noReason}</dd>
        <dt>{text.action}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        <dt>{text.request}</dt>
        <dd>
          <code>{request_id}</code>
        </dd>
      </dl>
      <Json name={text.given} value={given} />
      <Json name={text.before} value={before} />
    </article>
  );
}

function Json({ name, value }: { name: string; value: Record<string, unknown> | null }) {
  if (value === null || Object.keys(value).length === 0) return null;
  return (
    <div>
      <p class="row-note">{name}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard. */}
      <pre class="content" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

const onAccounts = new Set([
  'grantStars',
  'setPremium',
  'suspendAccount',
  'liftSuspension',
  'endSessions',
  'listSessionsOfAccount',
  'listRoomsOfAccount',
  'listBotsOfAccount',
  'createBotTokenAsOperator',
]);
const onRooms = new Set(['readRoomAsOperator', 'deleteMessageAsOperator']);

function Target({ entry: { action, target } }: { entry: AuditEntry }) {
  if (target === null) return <>–</>;
  if (onAccounts.has(action)) return <PersonLink id={target} />;
  if (onRooms.has(action)) return <RoomLink id={target} />;
  return <code>{target}</code>;
}
