/** The files that messages may carry: types and bounds. */
import { extensions } from './file.js';
import type { MessageKind, Row } from './message.js';
import { type Article, imagesOf } from './message-kinds.js';

const MIB = 1_048_576;

export const SIDE_MAX = 8_192;
export const DURATION_MAX_MS = 10_500;
export const DOCUMENT_NAME_MAX = 200;
export const DOCUMENT_BYTES_MAX = 10 * MIB;
/** Clients make thumbnails; the interface sets no bound of their own. */
export const THUMB_BYTES_MAX = 2 * MIB;

export const thumbTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const mediaTypes = [...thumbTypes, 'image/gif', 'video/mp4'] as const;
export type MediaType = (typeof mediaTypes)[number];

interface MediaRule {
  types: readonly MediaType[];
  bytesMax: number;
}

/** Shown in the room; other files are downloaded. */
export const mediaRules = {
  photo: { types: thumbTypes, bytesMax: 8 * MIB },
  video: { types: ['video/mp4'], bytesMax: 16 * MIB },
  gif: { types: ['image/gif', 'image/webp'], bytesMax: 8 * MIB },
  sticker: { types: ['image/webp', 'image/png', 'image/gif'], bytesMax: 2 * MIB },
} as const satisfies Partial<Record<MessageKind, MediaRule>>;

export type MediaKind = keyof typeof mediaRules;

/** The content types of documents. */
export const documentTypes: readonly string[] = Object.keys(extensions).filter((type) =>
  type.startsWith('application/'),
);

export const isMedia = (kind: MessageKind): kind is MediaKind => Object.hasOwn(mediaRules, kind);

/** The largest bound of any kind that allows this type. */
export function bytesMaxOf(type: MediaType): number {
  const rules: MediaRule[] = Object.values(mediaRules);
  return Math.max(...rules.filter(({ types }) => types.includes(type)).map(({ bytesMax }) => bytesMax));
}

/** A photo, video, gif or sticker of a message. */
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
  /** ms at which its lifetime ends. It counts from the first message; a forward does not restart it. */
  until: number;
}

type Attached = Pick<Row, 'kind' | 'attachment'>;

/** A file that a message names, with the properties that the message declares. */
export interface NamedFile {
  key: string;
  /** Null for pictures of an article, which may have any picture type. */
  contentType: string | null;
  byteSize?: number;
  until?: number;
}

/** Every file of a message. */
export function filesOf({ kind, attachment }: Attached): NamedFile[] {
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

export const hasFiles = (row: Attached): boolean =>
  row.attachment !== null && (row.kind === 'document' || row.kind === 'article' || isMedia(row.kind));

/** View-once files hide their keys: an answer contains neither the key of the file nor that of its thumbnail. */
export function withoutKeys(attachment: Record<string, unknown>): Record<string, unknown> {
  const { key: _key, thumb_key: _thumb, ...told } = attachment;
  return told;
}

/** Whether the list of a room's media shows the row. */
export const isListed = ({ kind, viewOnce }: Pick<Row, 'kind' | 'viewOnce'>): boolean =>
  (kind === 'photo' || kind === 'video') && viewOnce !== true;
