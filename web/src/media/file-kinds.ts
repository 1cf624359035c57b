/** Kinds of files that can be sent, and their size limits. The service decides; the page checks before the upload. */
import type { WireError } from '../api-types.js';

export type FileKind = 'photo' | 'gif' | 'video' | 'document';

export interface Sort {
  kind: FileKind;
  contentType: string;
}

export interface PreparedFile {
  kind: FileKind;
  contentType: string;
  body: Blob;
  /** Always a JPEG; null for documents. */
  thumb: Blob | null;
  width: number;
  height: number;
  durationMs: number | null;
  name: string;
}

const MIB = 1_048_576;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

export const bytesMax: Record<FileKind, number> = { photo: 8 * MIB, gif: 8 * MIB, video: 16 * MIB, document: 10 * MIB };
export const DURATION_MAX_MS = 10_500;
export const SIDE_MAX = 8_192;
const NAME_MAX = 200;

/** By file extension, because browsers do not know all of these types. */
const documentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${OFFICE}wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}presentationml.presentation`,
  zip: 'application/zip',
};

export const mediaAccept = 'image/*,video/mp4';
export const documentAccept = Object.keys(documentTypes)
  .map((ending) => `.${ending}`)
  .join(',');

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The kind of message for a file; null for a file that cannot be sent. */
export function fileKindOf({ name, type }: Pick<File, 'name' | 'type'>): Sort | null {
  if (type === 'image/gif') return { kind: 'gif', contentType: type };
  if (type.startsWith('image/')) return { kind: 'photo', contentType: type };
  if (type === 'video/mp4') return { kind: 'video', contentType: type };
  const document = documentTypes[endingOf(name)];
  if (document) return { kind: 'document', contentType: document };
  const known = Object.values(documentTypes).includes(type);
  return known ? { kind: 'document', contentType: type } : null;
}

/** Shortens a file name and keeps its extension. */
export function nameOf(name: string): string {
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  const ending = characters.slice(-12).join('');
  return `${characters.slice(0, NAME_MAX - 13).join('')}…${ending}`;
}

export const problem = (code: string): WireError => ({ code, message: code });

/** Photos are resized first, so only the size of the result counts; other files count as they are. */
export function sizeProblem(kind: FileKind, bytes: number): WireError | null {
  if (bytes === 0) return problem('file_empty');
  return bytes > bytesMax[kind] ? problem(`${kind}_large`) : null;
}

/** The permission that sending each kind needs. */
export const keyOfKind: Record<FileKind, string> = {
  photo: 'send_message.photos',
  gif: 'send_message.gifs',
  video: 'send_message.videos',
  document: 'send_message.files',
};

/** An animated WebP has an animation flag in its first chunk. */
export function isAnimatedWebp(start: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...start.subarray(at, at + 4));
  return word(0) === 'RIFF' && word(8) === 'WEBP' && word(12) === 'VP8X' && ((start[20] ?? 0) & 0b10) !== 0;
}
