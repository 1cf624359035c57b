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
import { useNotificationsText } from './notifications-text.js';
import { canPush, subscribe, unsubscribe } from './push-subscription.js';

/** Notification settings. The browser asks for permission only when the switch is turned on. */
export function NotificationsPage() {
  const text = useWritingText();
  const words = useNotificationsText();
  const choice = useStore(notificationSettings);
  const [isRefused, setRefused] = useState(canNotify() && Notification.permission === 'denied');
  const isOn = choice.isOn && !isRefused;
  const wish = async (wanted: boolean) => {
    await enableNotifications(wanted);
    setRefused(Notification.permission === 'denied');
  };
  const show = () => showNotification('', { title: 'Meydan', body: words.tried, hasSound: choice.hasSound });
  return (
    <Dialog title={text.notifications} onClose={closePage}>
      <section class="form" data-testid="notify">
        {canNotify() ? (
          <Switch label={words.title} testId="notify-on" isOn={isOn} onChange={(wanted) => void wish(wanted)} />
        ) : (
          <p class="form-hint">{words.unable}</p>
        )}
        <p class="form-hint">{isRefused ? words.denied : words.hint}</p>
        {isOn && (
          <>
            <Switch
              label={words.private}
              testId="notify-private"
              isOn={choice.isPrivate}
              onChange={(isPrivate) => changeNotificationSettings({ isPrivate })}
            />
            <Switch
              label={words.sound}
              testId="notify-sound"
              isOn={choice.hasSound}
              onChange={(hasSound) => changeNotificationSettings({ hasSound })}
            />
            <PushSwitch hasPush={choice.hasPush} />
            <button type="button" class="button button-quiet" data-testid="notify-try" onClick={() => void show()}>
              {words.try}
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

/** Only where the service and the browser both have push. */
function PushSwitch({ hasPush }: { hasPush: boolean }) {
  const words = useNotificationsText();
  const [isFailed, setFailed] = useState(false);
  const wish = async (isWanted: boolean) => {
    try {
      await (isWanted ? subscribe() : unsubscribe());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  if (!canPush()) return null;
  return (
    <>
      <Switch label={words.push} testId="notify-push" isOn={hasPush} onChange={(isWanted) => void wish(isWanted)} />
      <p class="form-hint" role={isFailed ? 'alert' : undefined}>
        {isFailed ? words.pushFailed : words.pushHint}
      </p>
    </>
  );
}
