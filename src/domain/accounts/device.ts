import type { Language } from './account.js';

export const platforms = ['android', 'ios', 'web_app', 'web_integration'] as const;
export type Platform = (typeof platforms)[number];

export const pushWorlds = ['sandbox', 'production'] as const;
/** Apple's two push services; a token belongs to one of them. */
export type PushWorld = (typeof pushWorlds)[number];

export const DEVICE_TEXT_MAX = 64;
export const PUSH_TOKEN_BYTES_MAX = 4_096;

/** What a session tells of the device it is on. Null is unspecified. */
export interface DeviceFields {
  platform: Platform;
  language: Language | null;
  deviceModel: string | null;
  deviceManufacturer: string | null;
  isEmulator: boolean | null;
  appVersion: string | null;
  osVersion: string | null;
}
