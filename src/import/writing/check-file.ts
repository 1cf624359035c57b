/** The media rules of the service for a file of an export: its type by its first bytes, its size, its sides. */
import { extname } from 'node:path';
import { extensions } from '#src/domain/messages/file.js';
import { isOfType, sidesOf } from '#src/domain/messages/file-type.js';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_NAME_MAX,
  DURATION_MAX_MS,
  documentTypes,
  type MediaKind,
  mediaRules,
  mediaTypes,
  SIDE_MAX,
} from '#src/domain/messages/media.js';
import { cleanName, firstCharacters } from '#src/domain/text/text.js';
import type { SourceFile } from '../common-form.js';

export interface AcceptedFile {
  kind: MediaKind | 'document';
  contentType: string;
  extension: string;
  maxBytes: number;
  /** The attachment without its key. */
  attachment: Record<string, unknown>;
}

export type CheckedFile = AcceptedFile | { refused: string };

export function checkFile(file: SourceFile, bytes: Uint8Array): CheckedFile {
  const contentType = typesOf(file).find((type) => isOfType(bytes, type));
  if (contentType === undefined) return { refused: 'files of other types' };
  if (documentTypes.includes(contentType)) return documentOf(file, contentType, bytes.length);
  return mediaOf(file, contentType, bytes);
}

/** The declared type, that of the name, and the types of media: products declare some of them wrongly. */
function typesOf({ contentType, name }: SourceFile): string[] {
  const extension = extname(name).slice(1).toLowerCase();
  const named = Object.entries(extensions).flatMap(([type, known]) => (known === extension ? [type] : []));
  const declared = contentType !== null && Object.hasOwn(extensions, contentType) ? [contentType] : [];
  return [...declared, ...named, ...mediaTypes];
}

function documentOf({ name }: SourceFile, contentType: string, bytes: number): CheckedFile {
  if (bytes > DOCUMENT_BYTES_MAX) return { refused: 'files that are too large' };
  const shown = firstCharacters(cleanName(name), DOCUMENT_NAME_MAX) || 'document';
  return accepted('document', contentType, DOCUMENT_BYTES_MAX, { name: shown, byte_size: bytes });
}

function mediaOf(file: SourceFile, contentType: string, bytes: Uint8Array): CheckedFile {
  const kind = kindOf(file, contentType, bytes.length);
  const { bytesMax } = mediaRules[kind];
  if (bytes.length > bytesMax) return { refused: 'files that are too large' };
  const sides = kind === 'video' ? sidesOfVideo(file) : sidesOf(bytes, contentType);
  if (!sides || sides.width < 1 || sides.height < 1) return { refused: 'pictures and videos without known sides' };
  if (Math.max(sides.width, sides.height) > SIDE_MAX) return { refused: 'pictures and videos with longer sides' };
  const shape = { width: sides.width, height: sides.height, byte_size: bytes.length };
  if (kind !== 'video') return accepted(kind, contentType, bytesMax, shape);
  const { durationMs } = file;
  if (durationMs === undefined) return { refused: 'videos without a known duration' };
  if (durationMs > DURATION_MAX_MS) return { refused: 'videos that are too long' };
  return accepted(kind, contentType, bytesMax, { ...shape, duration_ms: durationMs });
}

const sidesOfVideo = ({ width, height }: SourceFile) =>
  width !== undefined && height !== undefined ? { width, height } : null;

function kindOf({ isSticker }: SourceFile, contentType: string, bytes: number): MediaKind {
  if (contentType === 'video/mp4') return 'video';
  const mayBeSticker = (mediaRules.sticker.types as readonly string[]).includes(contentType);
  if (isSticker && mayBeSticker && bytes <= mediaRules.sticker.bytesMax) return 'sticker';
  return contentType === 'image/gif' ? 'gif' : 'photo';
}

const accepted = (
  kind: AcceptedFile['kind'],
  contentType: string,
  maxBytes: number,
  shape: Record<string, unknown>,
): AcceptedFile => ({
  kind,
  contentType,
  extension: extensions[contentType] as string,
  maxBytes,
  attachment: { type: kind, content_type: contentType, ...shape },
});
