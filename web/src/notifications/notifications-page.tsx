import { useState } from 'preact/hooks';
import { closePage, openPage } from '../app/page.js';
import { useStore } from '../app/use-store.js';
import { useWritingText } from '../composer/writing-text.js';
import { Dialog } from '../ui/dialog.js';
import { Switch } from '../ui/fields.js';
import { showNotification } from './browser-notifications.js';
import {
  canNotify,
  changeNotificationSettings,
  enableNotifications,
  notificationSettings,
} from './notification-settings.js';

/** Notification settings. The browser asks for permission only when the switch is turned on. */
export function NotificationsPage() {
  const text = useWritingText();
  const choice = useStore(notificationSettings);
  const [isRefused, setRefused] = useState(canNotify() && Notification.permission === 'denied');
  const isOn = choice.isOn && !isRefused;
  const wish = async (wanted: boolean) => {
    await enableNotifications(wanted);
    setRefused(Notification.permission === 'denied');
  };
  const show = () => showNotification('', { title: 'Meydan', body: text.notifyTried, hasSound: choice.hasSound });
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
              onChange={(isPrivate) => changeNotificationSettings({ isPrivate })}
            />
            <Switch
              label={text.notifySound}
              testId="notify-sound"
              isOn={choice.hasSound}
              onChange={(hasSound) => changeNotificationSettings({ hasSound })}
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
