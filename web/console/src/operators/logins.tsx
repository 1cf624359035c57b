import { useState } from 'preact/hooks';
import { ActionDialog } from '../actions/action-dialog.js';
import type { OperatorLogin } from '../api-types.js';
import { service } from '../net.js';
import { useAccess, useMay } from '../state/access.js';
import { moment, useText } from '../text/text.js';
import { useOperatorText } from './operators-text.js';

interface LoginsProps {
  logins: OperatorLogin[];
  onChanged: () => void;
}

/** The people who are logged in by a group of the identity provider, each with all their logins. */
export function Logins({ logins, onChanged }: LoginsProps) {
  const text = useOperatorText();
  const people = [...new Map(logins.map((login) => [login.operator.id, login])).values()];
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="logins">
      <h2 class="list-title" id="logins">
        {text.logins} <span class="count">{people.length}</span>
      </h2>
      <ul class="lines" data-testid="logins">
        {people.map((login) => (
          <LoginLine
            key={login.operator.id}
            login={login}
            of={logins.filter(({ operator }) => operator.id === login.operator.id)}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  login: OperatorLogin;
  /** All logins of the same person: on a desk and on a phone, for example. */
  of: OperatorLogin[];
  onChanged: () => void;
}

function LoginLine({ login: { operator, groups }, of, onChanged }: LineProps) {
  const page = useText();
  const text = useOperatorText();
  const access = useAccess();
  const since = of.map(({ created_at }) => created_at).sort()[0] ?? '';
  const until =
    of
      .map(({ expires_at }) => expires_at)
      .sort()
      .at(-1) ?? '';
  return (
    <li class="line" data-testid={`login-${operator.name}`}>
      <div class="line-text">
        <div class="card-topic">
          <strong>{operator.name}</strong>
          <span class={operator.role ? 'chip' : 'chip chip-rejected'}>
            {operator.role ? page.roles[operator.role] : text.noRole}
          </span>
          {access?.operator?.id === operator.id && <span class="chip">{text.you}</span>}
        </div>
        <p class="row-note">
          {groups.join(', ')} · {text.loginSince(moment(since))} · {text.loginUntil(moment(until))}
          {of.length > 1 && ` · ${text.loginCount(of.length)}`}
        </p>
        <p class="row-note">
          <code>{operator.id}</code>
        </p>
      </div>
      <EndLogins operator={operator} onChanged={onChanged} />
    </li>
  );
}

function EndLogins({
  operator: { id, name },
  onChanged,
}: {
  operator: OperatorLogin['operator'];
  onChanged: () => void;
}) {
  const text = useOperatorText();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const end = async (reason: string) => {
    await service('DELETE /api/console/logins/{id}', { path: { id }, query: { reason } });
    onChanged();
  };
  if (!may('endOperatorLogins')) return null;
  return (
    <span class="line-deeds">
      <button type="button" class="button button-danger-quiet" data-testid="logins-end" onClick={() => setAsking(true)}>
        {text.endLogins}
        <span class="unseen">: {name}</span>
      </button>
      {isAsking && (
        <ActionDialog
          title={text.endLogins}
          lead={text.endLoginsLead(name)}
          submit={text.endLogins}
          done={text.loginsEnded}
          run={end}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
