import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { useBotsText } from './bots-text.js';

interface ShownSecretProps {
  label: string;
  value: string;
  onDone: () => void;
}

/** A secret that the service shows once. It stays until the person says that it is copied. */
export function ShownSecret({ label, value, onDone }: ShownSecretProps) {
  const words = useBotsText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [value]);
  return (
    <section class="panel-card form shown-secret" aria-label={label} data-testid="shown-secret">
      <label class="field">
        <span>{label}</span>
        <input ref={field} class="input" readOnly data-testid="secret" value={value} />
      </label>
      <p class="form-hint" role="status">
        {words.once}
      </p>
      <div class="form-buttons">
        <CopyButton label={words.copy} value={value} icon="copy" testId="secret-copy" />
        <button type="button" class="button button-small" data-testid="secret-done" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </section>
  );
}
