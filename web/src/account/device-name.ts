/** The name of this device in the person's list: the chosen name, else the browser's. */

import { call } from '../app/api.js';
import { language } from '../app/text/text.js';
import { browserNameOf } from './browser-name.js';

const STORED_AS = 'meydan.device-name';

export const ownDeviceName = (): string => localStorage.getItem(STORED_AS) ?? browserNameOf(navigator.userAgent);

/** Renames this device. The name is stored here too: each start registers the device again. Throws the refusal. */
export async function nameDevice(name: string): Promise<void> {
  const device_model = name.trim() || browserNameOf(navigator.userAgent);
  await call('PUT /api/me/device', { body: { platform: 'web_app', language: language(), device_model } });
  if (name.trim()) localStorage.setItem(STORED_AS, name.trim());
  else localStorage.removeItem(STORED_AS);
}
