/** A ZIP with one file that is stored as it is: recorded sound is compressed already. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
/** The first of January 1980: the time of a recording is that of its message. */
const DAY_ONE = 0x21;

export interface StoredFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export function archiveOf({ name, bytes }: StoredFile): Blob {
  const label = new TextEncoder().encode(name);
  // Version, flags, method, time, day, checksum, both sizes, length of the name and of what follows it.
  const common = (at: DataView, from: number) => {
    at.setUint16(from, 20, true);
    at.setUint16(from + 8, DAY_ONE, true);
    at.setUint32(from + 10, checksumOf(bytes), true);
    at.setUint32(from + 14, bytes.length, true);
    at.setUint32(from + 18, bytes.length, true);
    at.setUint16(from + 22, label.length, true);
  };
  const local = new DataView(new ArrayBuffer(LOCAL_BYTES));
  local.setUint32(0, LOCAL, true);
  common(local, 4);
  const central = new DataView(new ArrayBuffer(46));
  central.setUint32(0, CENTRAL, true);
  central.setUint16(4, 20, true);
  common(central, 6);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  for (const at of [8, 10]) end.setUint16(at, 1, true);
  end.setUint32(12, 46 + label.length, true);
  end.setUint32(16, LOCAL_BYTES + label.length + bytes.length, true);
  return new Blob([local, label, bytes, central, label, end], { type: 'application/zip' });
}

/** Null where the archive does not begin with a stored file: it was not made by `archiveOf`. */
export function storedFileOf(archive: Uint8Array<ArrayBuffer>): StoredFile | null {
  if (archive.length < LOCAL_BYTES) return null;
  const at = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const [flags, method, size] = [at.getUint16(6, true), at.getUint16(8, true), at.getUint32(22, true)];
  if (at.getUint32(0, true) !== LOCAL || (flags & 0b1001) !== 0 || method !== 0) return null;
  const nameEnd = LOCAL_BYTES + at.getUint16(26, true);
  const from = nameEnd + at.getUint16(28, true);
  if (from + size > archive.length) return null;
  const name = new TextDecoder().decode(archive.subarray(LOCAL_BYTES, nameEnd));
  return { name, bytes: archive.subarray(from, from + size) };
}

function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
