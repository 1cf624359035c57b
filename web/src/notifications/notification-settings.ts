/** The notification settings of this browser, which are not shared with the account's other devices. */
import { createStore } from '../app/store.js';

export interface NotificationSettings {
  isOn: boolean;
  isPrivate: boolean;
  hasSound: boolean;
  /** The service pushes to this browser while the page is closed. */
  hasPush: boolean;
}

const STORED_AS = 'meydan.notify';
const initial: NotificationSettings = { isOn: false, isPrivate: false, hasSound: false, hasPush: false };

function stored(): NotificationSettings {
  try {
    const value = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Partial<NotificationSettings>;
    const { isOn, isPrivate, hasSound, hasPush } = value;
    return {
      isOn: isOn === true,
      isPrivate: isPrivate === true,
      hasSound: hasSound === true,
      hasPush: hasPush === true,
    };
  } catch {
    // The stored value is unreadable, so the defaults apply.
    return initial;
  }
}

export const notificationSettings = createStore<NotificationSettings>(stored());

export function changeNotificationSettings(patch: Partial<NotificationSettings>): void {
  notificationSettings.set(patch);
  localStorage.setItem(STORED_AS, JSON.stringify(notificationSettings.get()));
}

/** Follows changes in another tab. */
export const syncNotificationSettings = (): void =>
  addEventListener('storage', ({ key }) => key === STORED_AS && notificationSettings.set(stored()));

export const canNotify = (): boolean => 'Notification' in globalThis;

/** Asks the browser for permission only when the person switches notifications on. */
export async function enableNotifications(isOn: boolean): Promise<void> {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission();
  changeNotificationSettings({ isOn: isOn && Notification.permission === 'granted' });
}
