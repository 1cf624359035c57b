/** Compares the declared type of a file with its first bytes. It does not decode the file. */

/** More than a header needs, including the metadata that cameras write before a picture's size. */
export const START_BYTES = 131_072;

type Test = (bytes: Uint8Array) => boolean;

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const begins =
  (...wanted: number[]): Test =>
  (bytes) =>
    wanted.every((byte, at) => bytes[at] === byte);

const isZip: Test = (bytes) => begins(0x50, 0x4b, 3, 4)(bytes) || begins(0x50, 0x4b, 5, 6)(bytes);
/** The container of Microsoft's older formats. */
const isCompound = begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

const tests: Readonly<Record<string, Test>> = {
  'image/jpeg': begins(0xff, 0xd8, 0xff),
  'image/png': begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/gif': (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6)),
  'image/webp': (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP',
  'video/mp4': (bytes) => text(bytes, 4, 4) === 'ftyp',
  // Readers accept a header that is not at the very beginning, and some writers put it there.
  'application/pdf': (bytes) => text(bytes, 0, 1_024).includes('%PDF-'),
  'application/msword': isCompound,
  'application/vnd.ms-excel': isCompound,
  'application/vnd.ms-powerpoint': isCompound,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': isZip,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': isZip,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': isZip,
  'application/zip': isZip,
  'application/x-zip-compressed': isZip,
};

export const isOfType = (start: Uint8Array, contentType: string): boolean => tests[contentType]?.(start) === true;

export interface Sides {
  width: number;
  height: number;
}

/** The size of a picture in pixels; null if the file is no picture or its size is not found. */
export function sidesOf(start: Uint8Array, contentType: string): Sides | null {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (contentType === 'image/png' && start.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (contentType === 'image/gif' && start.length >= 10) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (contentType === 'image/webp' && start.length >= 30) return webpSides(start, view);
  return contentType === 'image/jpeg' ? jpegSides(start, view) : null;
}

function webpSides(start: Uint8Array, view: DataView): Sides | null {
  const uint24 = (at: number) => view.getUint16(at, true) + ((start[at + 2] as number) << 16);
  switch (text(start, 12, 4)) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** Skips the segments before the one that begins the picture. */
function jpegSides(start: Uint8Array, view: DataView): Sides | null {
  for (let at = 2; at + 9 <= start.length; ) {
    const marker = start[at + 1] as number;
    if (start[at] !== 0xff) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
