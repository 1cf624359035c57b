/**
 * Frames of a direct link: `<length, 4 bytes> <ciphertext> <tag, 16 bytes>`, AES-256-GCM. The number of the frame is its
 * nonce and is not sent, so that a frame that is repeated, left out or moved is refused like a forged one.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

export class FrameEncrypter {
  readonly #key: Buffer;
  #number = 0n;

  constructor(key: Buffer) {
    this.#key = key;
  }

  encrypt(text: string): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(this.#number));
    this.#number += 1n;
    const encrypted = cipher.update(text, 'utf8');
    cipher.final();
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(encrypted.length + TAG_BYTES);
    return Buffer.concat([length, encrypted, cipher.getAuthTag()]);
  }
}

/** Reads frames that arrive in pieces. A frame that is too long, or is not the next one, throws: the link is over. */
export class FrameDecrypter {
  readonly #key: Buffer;
  readonly #bytesMax: number;
  #number = 0n;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(key: Buffer, bytesMax: number) {
    this.#key = key;
    this.#bytesMax = bytesMax;
  }

  /** The texts of the frames that are complete now. */
  *take(piece: Buffer): Iterable<string> {
    this.#pieces.push(piece);
    this.#size += piece.length;
    for (;;) {
      const length = this.#nextLength();
      if (length === null || this.#size < LENGTH_BYTES + length) return;
      const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
      const rest = bytes.subarray(LENGTH_BYTES + length);
      this.#pieces = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
      yield this.#open(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
    }
  }

  /** Judged before anything is kept for it. */
  #nextLength(): number | null {
    if (this.#size < LENGTH_BYTES) return null;
    if ((this.#pieces[0] as Buffer).length < LENGTH_BYTES) this.#pieces = [Buffer.concat(this.#pieces)];
    const length = (this.#pieces[0] as Buffer).readUInt32BE(0);
    if (length < TAG_BYTES || length > this.#bytesMax) throw new Error('a frame of a wrong length');
    return length;
  }

  #open(frame: Buffer): string {
    const decipher = createDecipheriv(CIPHER, this.#key, nonceOf(this.#number), { authTagLength: TAG_BYTES });
    this.#number += 1n;
    decipher.setAuthTag(frame.subarray(frame.length - TAG_BYTES));
    const decrypted = decipher.update(frame.subarray(0, frame.length - TAG_BYTES));
    decipher.final();
    return decrypted.toString('utf8');
  }
}

function nonceOf(number: bigint): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(number, NONCE_BYTES - 8);
  return nonce;
}
