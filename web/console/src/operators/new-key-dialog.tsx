import { useState } from 'preact/hooks';
import { Dialog } from '#page/ui/dialog.js';
import { useCancelText } from '#page/ui/dialog-buttons.js';
import { ChoiceField, LineField } from '#page/ui/workspace/field.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import type { OperatorRole } from '../api-types.js';
import { service } from '../net.js';
import { notify, problemOf } from '../state/notice.js';
import { useText } from '../text/text.js';
import { useOperatorText } from './operators-text.js';
import type { IssuedKey } from './secret-dialog.js';

const NAME_MAX = 80;
const expiries = ['7', '30', '90', '180', '365', 'never'] as const;
type Expiry = (typeof expiries)[number];
const roles = ['support', 'moderator', 'admin'] as const satisfies readonly OperatorRole[];

interface NewKeyProps {
  onIssued: (key: IssuedKey) => void;
  onClose: () => void;
}

/** A key for one person. Its secret is shown by the next dialog. */
export function NewKeyDialog({ onIssued, onClose }: NewKeyProps) {
  const page = useText();
  const text = useOperatorText();
  const cancel = useCancelText();
  const { name, setName, role, setRole, expiry, setExpiry, problem, isBusy, create } = useNewKey({ onIssued, onClose });
  return (
    <Dialog title={text.newKey} onClose={onClose}>
      <form class="form" data-testid="key-form" onSubmit={(event) => void create(event)}>
        <LineField
          label={text.name}
          hint={text.nameHint}
          testId="key-name"
          max={NAME_MAX}
          value={name}
          onInput={setName}
        />
        <ChoiceField
          label={text.role}
          hint={text.roleHints[role]}
          testId="key-role"
          value={role}
          options={roles.map((value) => ({ value, label: page.roles[value] }))}
          onChange={(value) => setRole(value as OperatorRole)}
        />
        <ChoiceField
          label={text.expiry}
          testId="key-expiry"
          value={expiry}
          options={expiries.map((value) => ({ value, label: text.expiries[value] }))}
          onChange={(value) => setExpiry(value as Expiry)}
        />
        {problem && (
          <p class="form-error" role="alert">
            {problem}
          </p>
        )}
        <div class="form-buttons">
          <button type="button" class="button button-quiet" onClick={onClose}>
            {cancel}
          </button>
          <button type="submit" class="button" data-testid="key-create" disabled={!name.trim() || isBusy}>
            {text.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function useNewKey({ onIssued, onClose }: NewKeyProps) {
  const text = useOperatorText();
  const [name, setName] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sendOnce = useKeyedRequest();
  const create = async (event: Event) => {
    event.preventDefault();
    if (!name.trim() || isBusy) return;
    setBusy(true);
    setProblem(null);
    const body = { name: name.trim(), role, expires_in_days: expiry === 'never' ? null : Number(expiry) };
    try {
      const send = (key: string) => service('POST /api/console/keys', { body, key });
      const { key, secret } = await sendOnce(body, send);
      notify(text.created);
      onClose();
      onIssued({ name: key.name, secret });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { name, setName, role, setRole, expiry, setExpiry, problem, isBusy, create };
}
