import type { Language } from './account.js';

export const platforms = ['android', 'ios', 'web_app', 'web_integration'] as const;
export type Platform = (typeof platforms)[number];

export const pushWorlds = ['sandbox', 'production'] as const;
/** The two push services of Apple; a token belongs to one of them. */
export type PushWorld = (typeof pushWorlds)[number];

/** The keys of a browser's push subscription, and the key of this service that it was made with; all in base64url. */
export interface WebKeys {
  p256dh: string;
  auth: string;
  key: string;
}

export const DEVICE_TEXT_MAX = 64;
export const PUSH_TOKEN_BYTES_MAX = 4_096;

/** The description of its device that a session has sent. Null is unspecified. */
export interface DeviceFields {
  platform: Platform;
  language: Language | null;
  deviceModel: string | null;
  deviceManufacturer: string | null;
  isEmulator: boolean | null;
  appVersion: string | null;
  osVersion: string | null;
}
