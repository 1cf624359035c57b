/**
 * Reads a JSON file of any size piece by piece: the caller walks into the objects and lists that may be large, and takes
 * the values in them as a whole. Each value has a bound of bytes and of nesting.
 */
import { ImportError } from '../common-form.js';
import { JSON_NESTING_MAX, VALUE_BYTES_MAX } from '../import-bounds.js';

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
/** The end of a number or a word: blanks, `,`, `]`, `}`, `:`. */
const ENDS = new Set([9, 10, 13, 32, 44, 58, 93, 125]);

export class JsonReader {
  readonly #place: string;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #text = '';
  #at = 0;
  /** Characters before `#text`. */
  #before = 0;
  #isOver = false;

  constructor(pieces: AsyncIterable<Uint8Array>, place: string) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#place = place;
  }

  /** The keys of an object. The caller takes or skips the value of each. */
  async *keys(): AsyncGenerator<string> {
    yield* this.#members('{', '}', async () => {
      const key = await this.value();
      if (typeof key !== 'string') throw this.#error('a key is no text');
      await this.#expect(':');
      return key;
    });
  }

  /** The places of a list. The caller takes or skips the value at each. */
  async *places(): AsyncGenerator<number> {
    let place = -1;
    yield* this.#members('[', ']', async () => ++place);
  }

  async *#members<T>(first: string, last: string, begin: () => Promise<T>): AsyncGenerator<T> {
    await this.#expect(first);
    if ((await this.#peek()) === last) return this.#pass();
    for (;;) {
      yield await begin();
      const next = await this.#peek();
      if (next !== ',' && next !== last) throw this.#error(`"," or "${last}" is missing`);
      this.#pass();
      if (next === last) return;
    }
  }

  async value(): Promise<unknown> {
    const text = await this.#scan(true);
    try {
      return JSON.parse(text);
    } catch {
      throw this.#error('it is no JSON');
    }
  }

  async skip(): Promise<void> {
    await this.#scan(false);
  }

  /** Nothing may follow. */
  async end(): Promise<void> {
    if ((await this.#peek()) !== '') throw this.#error('something follows the end');
  }

  async #scan(isKept: boolean): Promise<string> {
    await this.#peek();
    let depth = 0;
    let isText = false;
    for (let at = this.#at; ; at += 1) {
      while (at >= this.#text.length) {
        if (!isKept) this.#at = this.#text.length;
        at -= this.#at;
        const isMore = await this.#more();
        at += this.#at;
        if (!isMore) {
          if (isKept && depth === 0 && !isText && at > this.#at) return this.#take(at);
          throw this.#error('the file ends too early');
        }
      }
      if (at - this.#at > VALUE_BYTES_MAX) throw this.#error(`a value has more than ${VALUE_BYTES_MAX} characters`);
      const code = this.#text.charCodeAt(at);
      if (isText) {
        if (code === BACKSLASH) at += 1;
        else if (code === QUOTE) isText = false;
        else continue;
        if (!isText && depth === 0) return this.#take(at + 1);
      } else if (code === QUOTE) isText = true;
      else if (OPENING.has(code)) {
        depth += 1;
        if (depth > JSON_NESTING_MAX) throw this.#error(`it is nested more than ${JSON_NESTING_MAX} times`);
      } else if (depth === 0 && ENDS.has(code)) return this.#take(at);
      else if (CLOSING.has(code)) {
        depth -= 1;
        if (depth === 0) return this.#take(at + 1);
      }
    }
  }

  #take(end: number): string {
    const text = this.#text.slice(this.#at, end);
    this.#at = end;
    return text;
  }

  async #expect(sign: string): Promise<void> {
    if ((await this.#peek()) !== sign) throw this.#error(`"${sign}" is missing`);
    this.#pass();
  }

  #pass(): void {
    this.#at += 1;
  }

  /** The next character that is no blank; empty at the end. */
  async #peek(): Promise<string> {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (this.#at >= this.#text.length) {
        if (!(await this.#more())) return '';
      } else if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff) this.#at += 1;
      else return this.#text.charAt(this.#at);
    }
  }

  async #more(): Promise<boolean> {
    if (this.#isOver) return false;
    const { value, done } = await this.#pieces.next();
    this.#isOver = done === true;
    this.#before += this.#at;
    this.#text = this.#text.slice(this.#at) + this.#decoded(value);
    this.#at = 0;
    return !this.#isOver || this.#text.length > 0;
  }

  #decoded(piece: Uint8Array | undefined): string {
    try {
      return this.#isOver ? this.#decoder.decode() : this.#decoder.decode(piece, { stream: true });
    } catch {
      throw this.#error('it is not UTF-8');
    }
  }

  #error(reason: string): ImportError {
    return new ImportError(`${this.#place}, character ${this.#before + this.#at}`, reason);
  }
}
