/** Bounds of what messages carry, in bytes. An operator may choose smaller ones than these. */

import { DOCUMENT_BYTES_MAX, type MediaType, mediaRules } from './media.js';
import { BODY_BYTES_MAX } from './message.js';

export interface MessageSizes {
  message: number;
  photo: number;
  video: number;
  gif: number;
  sticker: number;
  document: number;
}

export const largestSizes: Readonly<MessageSizes> = {
  message: BODY_BYTES_MAX,
  photo: mediaRules.photo.bytesMax,
  video: mediaRules.video.bytesMax,
  gif: mediaRules.gif.bytesMax,
  sticker: mediaRules.sticker.bytesMax,
  document: DOCUMENT_BYTES_MAX,
};

export const sizesWith = (smaller: Partial<MessageSizes> = {}): MessageSizes => ({ ...largestSizes, ...smaller });

/** The largest bound of any kind that allows this type: the kind is known only when the message is sent. */
export function uploadBytesMax(sizes: MessageSizes, type: MediaType): number {
  const kinds = Object.keys(mediaRules) as (keyof typeof mediaRules)[];
  const fitting = kinds.filter((kind) => (mediaRules[kind].types as readonly MediaType[]).includes(type));
  return Math.max(...fitting.map((kind) => sizes[kind]));
}

/** Whether the file of a message of this kind is larger than the kind may be here. */
export function isTooLarge(sizes: MessageSizes, kind: string, attachment: Record<string, unknown>): boolean {
  if (kind === 'message' || !Object.hasOwn(sizes, kind)) return false;
  return Number(attachment.byte_size) > sizes[kind as keyof MessageSizes];
}
