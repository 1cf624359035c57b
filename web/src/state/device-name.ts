/** What this device is called in the own list: what the person called it, else what the browser says it is. */

import { call } from '../net/api.js';
import { deviceNameOf } from '../net/device-name.js';
import { language } from '../text/text.js';

const STORED_AS = 'meydan.device-name';

export const ownDeviceName = (): string => localStorage.getItem(STORED_AS) ?? deviceNameOf(navigator.userAgent);

/** Kept here too: the service is told at every start what speaks to it. Throws the refusal. */
export async function nameDevice(name: string): Promise<void> {
  const device_model = name.trim() || deviceNameOf(navigator.userAgent);
  await call('PUT /api/me/device', { body: { platform: 'web_app', language: language(), device_model } });
  if (name.trim()) localStorage.setItem(STORED_AS, name.trim());
  else localStorage.removeItem(STORED_AS);
}
