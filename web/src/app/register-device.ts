/** Registers this device and its language with the service. The language selects topics and announcements. */
import { MeydanError } from '#sdk/errors.js';
import { ownDeviceName } from '../account/device-name.js';
import { notificationSettings } from '../notifications/notification-settings.js';
import { call } from './api.js';
import { app } from './app-state.js';
import { language } from './text/text.js';

export async function registerDevice(): Promise<void> {
  const told = language();
  const { isOn, hasPush } = notificationSettings.get();
  try {
    await call('PUT /api/me/device', { body: { platform: 'web_app', language: told, device_model: ownDeviceName() } });
    app.set({ registeredLanguage: told });
    if (isOn && hasPush) await (await import('../notifications/push-subscription.js')).subscribe();
  } catch (error) {
    // The registration is retried at the next start; until then the service uses the last one.
    if (!(error instanceof MeydanError || error instanceof DOMException)) throw error;
  }
}
