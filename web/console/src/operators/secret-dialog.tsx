import { useState } from 'preact/hooks';
import { copyText } from '#page/ui/copy-text.js';
import { Dialog } from '#page/ui/dialog.js';
import { Icon } from '#page/ui/icon.js';
import { Field } from '#page/ui/workspace/field.js';
import { useOperatorText } from './operators-text.js';

export interface IssuedKey {
  name: string;
  secret: string;
}

/** Shows a secret once. It is in no store of the page. */
export function SecretDialog({ issued: { name, secret }, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const text = useOperatorText();
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={text.secretTitle(name)} onClose={onClose}>
      <div class="form">
        <p>{text.secretLead}</p>
        <Field label={text.secret} testId="key-secret">
          {(told) => (
            <input
              {...told}
              class="input secret"
              type="text"
              readOnly
              data-testid="key-secret"
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
        </Field>
        <div class="form-buttons">
          <button
            type="button"
            class="button button-quiet icon-text"
            data-testid="key-copy"
            onClick={() => void copyText(secret).then(() => setCopied(true))}
          >
            <Icon name={isCopied ? 'check' : 'copy'} size={18} />
            {isCopied ? text.copied : text.copy}
          </button>
          <button type="button" class="button" data-testid="key-done" onClick={onClose}>
            {text.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
