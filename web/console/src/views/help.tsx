import { Dialog } from '#page/ui/dialog.js';
import { useText } from '../text/text.js';

export function Help({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text.help} onClose={onClose}>
      <dl class="keys" data-testid="keys">
        {text.helpKeys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
