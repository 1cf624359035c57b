import { useWritingText } from '#page/composer/writing-text.js';
import { Dialog } from '#page/ui/dialog.js';
import { closePage } from '../page.js';

const ctrl = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const keys: [name: string, ...keys: string[]][] = [
  ['switcher', ctrl, 'K'],
  ['previousRoom', 'Alt', '↑'],
  ['nextRoom', 'Alt', '↓'],
  ['nextUnread', 'Alt', 'Shift', '↓'],
  ['search', ctrl, 'Shift', 'F'],
  ['write', 'Esc'],
  ['send', 'Enter'],
  ['newLine', 'Shift', 'Enter'],
  ['editLast', '↑'],
  ['mention', '@'],
  ['emoji', ':'],
  ['reply', 'R'],
  ['edit', 'E'],
  ['close', 'Esc'],
  ['help', '?'],
  ['help', ctrl, '/'],
];

export function ShortcutsPage() {
  const text = useWritingText();
  return (
    <Dialog title={text.shortcuts} onClose={closePage}>
      <dl class="shortcuts" data-testid="shortcuts">
        {keys.map(([name, ...pressed]) => (
          <div key={`${name}${pressed.join()}`}>
            <dt>{text.shortcut[name]}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
