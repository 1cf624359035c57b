/**
 * A text in UTF-8, kept as a string with a character for each byte. One letter beyond Latin-1 gives every character of an
 * ordinary string two bytes: UTF-8 takes half of that, and frames copy the bytes without encoding them again.
 */
export class Utf8Text {
  readonly bytes: string;

  private constructor(bytes: string) {
    this.bytes = bytes;
  }

  static of(text: string): Utf8Text {
    return new Utf8Text(encoded(text));
  }

  /** A list in JSON. Its punctuation is the same in UTF-8. */
  static listOf(texts: readonly Utf8Text[]): Utf8Text {
    return new Utf8Text(`[${texts.map(({ bytes }) => bytes).join(',')}]`);
  }

  toString(): string {
    return Buffer.from(this.bytes, 'latin1').toString();
  }
}

const SCRATCH_BYTES = 65_536;
const BYTES_PER_CHARACTER_MAX = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

function encoded(text: string): string {
  if (text.length * BYTES_PER_CHARACTER_MAX > SCRATCH_BYTES) return Buffer.from(text).toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text));
}
