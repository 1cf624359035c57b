import { useState } from 'preact/hooks';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { ActionDialog } from '../actions/action-dialog.js';
import type { OperatorKey } from '../api-types.js';
import { service } from '../net.js';
import { useAccess, useMay } from '../state/access.js';
import { signIn } from '../state/session.js';
import { moment, useText } from '../text/text.js';
import type { OperatorTexts } from './operators-en.js';
import { useOperatorText } from './operators-text.js';
import type { IssuedKey } from './secret-dialog.js';

const SOON_MS = 14 * 86_400_000;

interface KeyLineProps {
  operatorKey: OperatorKey;
  isActive: boolean;
  onIssued: (key: IssuedKey) => void;
  onChanged: () => void;
}

export function KeyLine({ operatorKey, isActive, onIssued, onChanged }: KeyLineProps) {
  const page = useText();
  const text = useOperatorText();
  const access = useAccess();
  const { id, name, role, created_at, rotated_at, expires_at } = operatorKey;
  const endsSoon = isActive && expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS;
  return (
    <li class={isActive ? 'line' : 'line is-archived'} data-testid={`key-${name}`}>
      <div class="line-text">
        <div class="card-topic">
          <strong>{name}</strong>
          <span class="chip">{page.roles[role]}</span>
          {access?.operator?.id === id && <span class="chip">{text.you}</span>}
          {endsSoon && <span class="chip chip-pending">{text.endsSoon}</span>}
        </div>
        <p class="row-note">
          {endOf(operatorKey, text)} · {text.createdAt(moment(created_at))}
          {rotated_at && ` · ${text.rotatedAt(moment(rotated_at))}`}
        </p>
        <p class="row-note">
          <code>{id}</code>
        </p>
      </div>
      {isActive && <KeyActions operatorKey={operatorKey} onIssued={onIssued} onChanged={onChanged} />}
    </li>
  );
}

function endOf({ expires_at, revoked_at }: OperatorKey, text: OperatorTexts): string {
  if (revoked_at) return text.revokedAt(moment(revoked_at));
  if (expires_at === null) return text.validForever;
  return Date.parse(expires_at) > Date.now() ? text.validUntil(moment(expires_at)) : text.expired(moment(expires_at));
}

function KeyActions({ operatorKey: { id, name }, onIssued, onChanged }: Omit<KeyLineProps, 'isActive'>) {
  const text = useOperatorText();
  const may = useMay();
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const isOwn = useAccess()?.operator?.id === id;
  const sendOnce = useKeyedRequest();
  const rotate = async (reason: string) => {
    const path = { id };
    const { secret } = await sendOnce({ reason }, (key) =>
      service('POST /api/console/keys/{id}/rotation', { path, body: { reason }, key }),
    );
    // The old key is refused from now on, and with it the dialog that shows the new one would be gone.
    if (isOwn) signIn(secret);
    onIssued({ name, secret });
  };
  const revoke = async (reason: string) => {
    await service('DELETE /api/console/keys/{id}', { path: { id }, query: { reason } });
    onChanged();
  };
  return (
    <span class="line-deeds">
      {may('rotateOperatorKey') && (
        <button type="button" class="button button-quiet" data-testid="key-rotate" onClick={() => setAsking('rotate')}>
          {text.rotate}
          <span class="unseen">: {name}</span>
        </button>
      )}
      {may('revokeOperatorKey') && (
        <button
          type="button"
          class="button button-danger-quiet"
          data-testid="key-revoke"
          onClick={() => setAsking('revoke')}
        >
          {text.revoke}
          <span class="unseen">: {name}</span>
        </button>
      )}
      {asking && (
        <ActionDialog
          title={asking === 'rotate' ? text.rotateTitle : text.revokeTitle}
          lead={asking === 'rotate' ? text.rotateQuestion(name) : text.revokeQuestion(name)}
          submit={asking === 'rotate' ? text.rotate : text.revoke}
          done={asking === 'rotate' ? text.rotated : text.revoked}
          isDanger={asking === 'revoke'}
          run={asking === 'rotate' ? rotate : revoke}
          onClose={() => setAsking(null)}
        />
      )}
    </span>
  );
}
