/** What files messages may carry: types and bounds. */
import { extensions } from './file.js';
import type { MessageKind, Row } from './message.js';
import { type Article, imagesOf } from './message-kinds.js';

const MIB = 1_048_576;

export const SIDE_MAX = 8_192;
export const DURATION_MAX_MS = 10_500;
export const DOCUMENT_NAME_MAX = 200;
export const DOCUMENT_BYTES_MAX = 10 * MIB;
/** A thumbnail is made by the client; it has no bound of its own in the interface. */
export const THUMB_BYTES_MAX = 2 * MIB;

export const thumbTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const mediaTypes = [...thumbTypes, 'image/gif', 'video/mp4'] as const;
export type MediaType = (typeof mediaTypes)[number];

interface MediaRule {
  types: readonly MediaType[];
  bytesMax: number;
}

/** Seen in the room, beside what is downloaded. */
export const mediaRules = {
  photo: { types: thumbTypes, bytesMax: 8 * MIB },
  video: { types: ['video/mp4'], bytesMax: 16 * MIB },
  gif: { types: ['image/gif', 'image/webp'], bytesMax: 8 * MIB },
  sticker: { types: ['image/webp', 'image/png', 'image/gif'], bytesMax: 2 * MIB },
} as const satisfies Partial<Record<MessageKind, MediaRule>>;

export type MediaKind = keyof typeof mediaRules;

/** What a document may be. */
export const documentTypes: readonly string[] = Object.keys(extensions).filter((type) =>
  type.startsWith('application/'),
);

export const isMedia = (kind: MessageKind): kind is MediaKind => Object.hasOwn(mediaRules, kind);

/** The most that any kind takes of this type. */
export function bytesMaxOf(type: MediaType): number {
  const rules: MediaRule[] = Object.values(mediaRules);
  return Math.max(...rules.filter(({ types }) => types.includes(type)).map(({ bytesMax }) => bytesMax));
}

/** Photo, video, gif or sticker as it was sent. */
export interface MediaAttachment {
  type: MediaKind;
  key: string;
  thumb_key?: string;
  content_type: string;
  width: number;
  height: number;
  byte_size: number;
  duration_ms?: number;
  pack_id?: string;
  emoji?: string;
}

export interface DocumentAttachment {
  type: 'document';
  key: string;
  name: string;
  content_type: string;
  byte_size: number;
  /** ms: its hour is over. Given when it is sent first; a forward does not begin anew. */
  until: number;
}

type Said = Pick<Row, 'kind' | 'attachment'>;

/** A file that a message names, and what the message says about it. */
export interface NamedFile {
  key: string;
  /** Null for pictures of an article: any picture will do. */
  contentType: string | null;
  byteSize?: number;
  until?: number;
}

/** Every file of a message. */
export function filesOf({ kind, attachment }: Said): NamedFile[] {
  if (attachment === null) return [];
  if (kind === 'article') {
    return imagesOf(attachment as unknown as Article).map(({ key }) => ({ key, contentType: null }));
  }
  if (kind === 'document') {
    const { key, content_type, byte_size, until } = attachment as unknown as DocumentAttachment;
    return [{ key, contentType: content_type, byteSize: byte_size, until }];
  }
  if (!isMedia(kind)) return [];
  const { key, thumb_key, content_type, byte_size } = attachment as unknown as MediaAttachment;
  const full = { key, contentType: content_type, byteSize: byte_size };
  return thumb_key === undefined ? [full] : [full, { key: thumb_key, contentType: null }];
}

export const hasFiles = (said: Said): boolean =>
  said.attachment !== null && (said.kind === 'document' || said.kind === 'article' || isMedia(said.kind));

/** What is seen once is named nowhere: neither its key nor that of a thumbnail leaves with what is told of it. */
export function withoutKeys(attachment: Record<string, unknown>): Record<string, unknown> {
  const { key: _key, thumb_key: _thumb, ...told } = attachment;
  return told;
}

/** What the list of a room's media shows. */
export const isListed = ({ kind, viewOnce }: Pick<Row, 'kind' | 'viewOnce'>): boolean =>
  (kind === 'photo' || kind === 'video') && viewOnce !== true;
