/** The smallest bytes that are what they say. */
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));
const be32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const be16 = (value: number): number[] => [value >>> 8, value & 255];
const le16 = (value: number): number[] => [value & 255, value >>> 8];

export const jpeg = (width = 64, height = 64): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    1,
    2,
    0xff,
    0xc0,
    0,
    11,
    8,
    ...be16(height),
    ...be16(width),
    1,
    1,
    17,
    0,
    0xff,
    0xd9,
  ]);

export const png = (width = 64, height = 64): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    0x89,
    ...ascii('PNG\r\n'),
    0x1a,
    0x0a,
    ...be32(13),
    ...ascii('IHDR'),
    ...be32(width),
    ...be32(height),
    8,
    6,
    0,
    0,
    0,
  ]);

export const gif = (width = 64, height = 64): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...ascii('GIF89a'), ...le16(width), ...le16(height), 0, 0, 0, 0x3b]);

export const webp = (width = 64, height = 64): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...ascii('RIFF'),
    26,
    0,
    0,
    0,
    ...ascii('WEBPVP8X'),
    10,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...le16(width - 1),
    0,
    ...le16(height - 1),
    0,
  ]);

export const mp4 = (): Uint8Array<ArrayBuffer> => new Uint8Array([0, 0, 0, 16, ...ascii('ftypisom'), 0, 0, 2, 0]);
export const pdf = (): Uint8Array<ArrayBuffer> => new Uint8Array(ascii('%PDF-1.7\n%%EOF\n'));
export const zip = (): Uint8Array<ArrayBuffer> => new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]);
export const compound = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]);

export const samples: Record<string, Uint8Array<ArrayBuffer>> = {
  'image/jpeg': jpeg(),
  'image/png': png(),
  'image/gif': gif(),
  'image/webp': webp(),
  'video/mp4': mp4(),
  'application/pdf': pdf(),
  'application/msword': compound(),
  'application/zip': zip(),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': zip(),
};
