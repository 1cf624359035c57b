/** Whether and how this browser tells of messages: a choice of its own, not of the account. */
import { createStore } from './store.js';

export interface NotifyChoice {
  isOn: boolean;
  isPrivate: boolean;
  hasSound: boolean;
}

const STORED_AS = 'meydan.notify';
const initial: NotifyChoice = { isOn: false, isPrivate: false, hasSound: false };

function stored(): NotifyChoice {
  try {
    const value = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Partial<NotifyChoice>;
    return { isOn: value.isOn === true, isPrivate: value.isPrivate === true, hasSound: value.hasSound === true };
  } catch {
    // Not our text: nothing was chosen.
    return initial;
  }
}

export const notifyChoice = createStore<NotifyChoice>(stored());

export function chooseNotify(patch: Partial<NotifyChoice>): void {
  notifyChoice.set(patch);
  localStorage.setItem(STORED_AS, JSON.stringify(notifyChoice.get()));
}

/** Another tab of this browser chose. */
export const followNotifyChoice = (): void =>
  addEventListener('storage', ({ key }) => key === STORED_AS && notifyChoice.set(stored()));

export const canNotify = (): boolean => 'Notification' in globalThis;

/** Asked only when somebody switches it on: the answer stays with the browser. */
export async function wishNotify(isOn: boolean): Promise<void> {
  if (isOn && Notification.permission === 'default') await Notification.requestPermission();
  chooseNotify({ isOn: isOn && Notification.permission === 'granted' });
}
