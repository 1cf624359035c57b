/** Tells the service what speaks to it, and in which language: topics and announcements follow that. */
import { MeydanError } from '#sdk/errors.js';
import { ownDeviceName } from '../account/device-name.js';
import { call } from './api.js';
import { app } from './app-state.js';
import { language } from './text/text.js';

export async function registerDevice(): Promise<void> {
  const told = language();
  try {
    await call('PUT /api/me/device', { body: { platform: 'web_app', language: told, device_model: ownDeviceName() } });
    app.set({ toldLanguage: told });
  } catch (error) {
    // Nothing a person could mend: it is told again at the next start, and until then the service goes by what it knew.
    if (!(error instanceof MeydanError)) throw error;
  }
}
