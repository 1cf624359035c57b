import { useEffect, useRef } from 'preact/hooks';
import { useText } from '../text/text.js';

export function Help({ onClose }: { onClose: () => void }) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={text.help} data-testid="keys" onClose={onClose}>
      <div class="dialog-card">
        <h2>{text.help}</h2>
        <dl class="keys">
          {text.helpKeys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div class="form-buttons">
          <button type="button" class="button" onClick={onClose}>
            {text.close}
          </button>
        </div>
      </div>
    </dialog>
  );
}
