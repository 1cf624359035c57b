/** `SIZE_LIMITS`: smaller messages and files than the specification allows. Its bounds are the largest values. */
import { type Bounds, type NamedNumbers, namedNumbers } from './named-numbers.js';

export type SizeName = 'message' | 'photo' | 'video' | 'gif' | 'sticker' | 'document';
export type SizeLimits = NamedNumbers<SizeName>;

/** Bytes. A message of 256 and files of 64 KiB are what the page still works with. */
export const sizeBounds: Bounds<SizeName> = {
  message: [256, 16_384],
  photo: [65_536, 8_388_608],
  video: [65_536, 16_777_216],
  gif: [65_536, 8_388_608],
  sticker: [65_536, 2_097_152],
  document: [65_536, 10_485_760],
};

export const sizeLimitSetting = namedNumbers(sizeBounds, 'message=4096,video=8388608');
