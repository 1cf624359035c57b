/** The title and the meta elements of a page, unchanged. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { Parser } from 'htmlparser2';

export type PageWords = ReadonlyMap<string, string>;

/** The meta elements that are used; `title` is the element. */
const WANTED = new Set([
  'og:title',
  'og:description',
  'og:image',
  'og:image:url',
  'og:image:secure_url',
  'og:site_name',
  'twitter:title',
  'twitter:description',
  'twitter:image',
  'description',
]);
const CHARS_MAX = 4_096;
const CHUNK_CHARS = 16_384;
/**
 * The parser takes quadratic time in the nesting depth: half a megabyte of opening tags would block this process for
 * seconds. The title and the meta elements come before any such depth.
 */
const DEPTH_MAX = 512;

/** Parses in pieces, so that other work runs in between. */
export async function pageWords(html: string): Promise<PageWords> {
  const reading = new WordReader();
  for (let at = 0; at < html.length && reading.depth <= DEPTH_MAX; at += CHUNK_CHARS) {
    reading.write(html.slice(at, at + CHUNK_CHARS));
    await nextRound();
  }
  return reading.words;
}

class WordReader {
  readonly words = new Map<string, string>();
  depth = 0;
  #title: string | null = null;
  readonly #parser = new Parser({
    onopentag: (name, attributes) => this.#open(name, attributes),
    ontext: (text) => {
      if (this.#title !== null && this.#title.length < CHARS_MAX) this.#title += text;
    },
    onclosetag: (name) => this.#close(name),
  });

  write(html: string): void {
    this.#parser.write(html);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (name === 'title') this.#title = '';
    if (name === 'meta') this.#keep((attributes.property ?? attributes.name ?? '').toLowerCase(), attributes.content);
  }

  #close(name: string): void {
    this.depth -= 1;
    if (name !== 'title' || this.#title === null) return;
    const title = this.#title;
    this.#title = null;
    // SVG drawings in the page have titles too; the page's own comes first.
    this.#put('title', title);
  }

  #keep(key: string, content: string | undefined): void {
    if (content !== undefined && WANTED.has(key.trim())) this.#put(key.trim(), content);
  }

  #put(key: string, value: string): void {
    if (!this.words.has(key) && value.trim() !== '') this.words.set(key, value.slice(0, CHARS_MAX));
  }
}
