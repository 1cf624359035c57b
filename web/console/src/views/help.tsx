import { Dialog } from '#page/ui/dialog.js';
import { type Texts, useText } from '../text/text.js';

const shortcuts: Readonly<Record<keyof Texts['shortcuts'], string>> = {
  section: '1 – 9',
  move: 'j / k',
  open: 'Enter',
  publish: 'p',
  reject: 'r',
  ban: 'b',
  review: 'a / r',
  create: 'n',
  decide: 'u / d',
  order: 'Alt + ↑ / ↓',
  reload: 'l',
  search: '/',
  help: '?',
  cancel: 'Esc',
};

export function Help({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text.help} onClose={onClose}>
      <dl class="keys" data-testid="keys">
        {Object.entries(shortcuts).map(([does, key]) => (
          <div key={does}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text.shortcuts[does as keyof Texts['shortcuts']]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
