/** UUIDs inside of tokens: 16 bytes each. */
export const ID_BYTES = 16;

export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const idText = (bytes: Buffer): string => uuidOfHex(bytes.toString('hex'));

/** 32 hexadecimal digits as a UUID. */
export const uuidOfHex = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
