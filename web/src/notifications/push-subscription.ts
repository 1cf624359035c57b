/** The push subscription of this browser: the service reaches the worker while no page is open. */
import { call } from '../app/api.js';
import { app } from '../app/app-state.js';
import { changeNotificationSettings } from './notification-settings.js';

/** The service has a key, and this browser a push service. */
export const canPush = (): boolean =>
  Boolean(app.get().config?.web_push_key) && 'PushManager' in globalThis && 'serviceWorker' in navigator;

/** Idempotent: the browser may have replaced its subscription, and the service may have dropped it. */
export async function subscribe(): Promise<void> {
  const key = app.get().config?.web_push_key;
  if (!key) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const held = await pushManager.getSubscription();
  const isOther = held !== null && held.options.applicationServerKey !== null && keyOf(held) !== key;
  if (isOther) await held.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  await call('PUT /api/me/web-push', { body: { endpoint, keys: { p256dh, auth } } });
  changeNotificationSettings({ hasPush: true });
}

export async function unsubscribe(): Promise<void> {
  changeNotificationSettings({ hasPush: false });
  const { pushManager } = await navigator.serviceWorker.ready;
  await Promise.all([(await pushManager.getSubscription())?.unsubscribe(), call('DELETE /api/me/device')]);
}

/** In base64url, as the service names it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
