import { useState } from 'preact/hooks';
import { tell } from '../state/notices.js';
import { canNotify, chooseNotify, notifyChoice, wishNotify } from '../state/notify-choice.js';
import { closePage, openPage } from '../state/page.js';
import { useWritingText } from '../text/writing-text.js';
import { Dialog } from './dialog.js';
import { Switch } from './fields.js';
import { useStore } from './use-store.js';

/** Whether this browser tells of messages, and how much it says. The browser's question comes only with the switch. */
export function NotifyPage() {
  const text = useWritingText();
  const choice = useStore(notifyChoice);
  const [isRefused, setRefused] = useState(canNotify() && Notification.permission === 'denied');
  const isOn = choice.isOn && !isRefused;
  const wish = async (wanted: boolean) => {
    await wishNotify(wanted);
    setRefused(Notification.permission === 'denied');
  };
  const show = () => tell('', { title: 'Meydan', body: text.notifyTried, hasSound: choice.hasSound });
  return (
    <Dialog title={text.notifications} onClose={closePage}>
      <section class="form" data-testid="notify">
        {canNotify() ? (
          <Switch label={text.notifyTitle} testId="notify-on" isOn={isOn} onChange={(wanted) => void wish(wanted)} />
        ) : (
          <p class="form-hint">{text.notifyUnable}</p>
        )}
        <p class="form-hint">{isRefused ? text.notifyDenied : text.notifyHint}</p>
        {isOn && (
          <>
            <Switch
              label={text.notifyPrivate}
              testId="notify-private"
              isOn={choice.isPrivate}
              onChange={(isPrivate) => chooseNotify({ isPrivate })}
            />
            <Switch
              label={text.notifySound}
              testId="notify-sound"
              isOn={choice.hasSound}
              onChange={(hasSound) => chooseNotify({ hasSound })}
            />
            <button type="button" class="button button-quiet" data-testid="notify-try" onClick={() => void show()}>
              {text.notifyTry}
            </button>
          </>
        )}
        <button type="button" class="link" data-testid="shortcuts-open" onClick={() => openPage({ type: 'shortcuts' })}>
          {text.shortcuts}
        </button>
      </section>
    </Dialog>
  );
}
