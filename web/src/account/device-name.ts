/** What this device is called in the own list: what the person called it, else what the browser says it is. */

import { call } from '../app/api.js';
import { language } from '../app/text/text.js';
import { browserNameOf } from './browser-name.js';

const STORED_AS = 'meydan.device-name';

export const ownDeviceName = (): string => localStorage.getItem(STORED_AS) ?? browserNameOf(navigator.userAgent);

/** Kept here too: the service is told at every start what speaks to it. Throws the refusal. */
export async function nameDevice(name: string): Promise<void> {
  const device_model = name.trim() || browserNameOf(navigator.userAgent);
  await call('PUT /api/me/device', { body: { platform: 'web_app', language: language(), device_model } });
  if (name.trim()) localStorage.setItem(STORED_AS, name.trim());
  else localStorage.removeItem(STORED_AS);
}
