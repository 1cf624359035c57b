/**
 * Markdown within a line of text: bold, italic, strike, code, named links, and the entities of plain text. One pass over
 * the text; nothing nests deeper than the kinds of emphasis. Pure.
 */
import { entitiesOf, type TextEntity } from './text-entities.js';

export type Emphasis = 'strong' | 'em' | 'del';

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; text: string; isNamed: boolean }
  | { type: 'mention' | 'hashtag'; text: string }
  | { type: Emphasis; children: Inline[] };

/** An open emphasis; the last frame is the innermost one. */
interface Frame {
  mark: string;
  children: Inline[];
}

const emphasisOf: Record<string, Emphasis> = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'del' };
const NAMED_LINK = /\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)\)/y;
const PLAIN = /[^\\`[*_~]+/y;
const ESCAPED = /[\\`*_~[\]()#>@-]/;
const WORD = /[\p{L}\d]/u;
/** A name that looks like an address could hide where the link leads. */
const LIKE_ADDRESS = /:\/\/|www\.|@/;

export function inlinesOf(text: string): Inline[] {
  return new InlineParser(text).parse();
}

class InlineParser {
  readonly #text: string;
  readonly #entities: TextEntity[];
  readonly #frames: Frame[] = [{ mark: '', children: [] }];
  /** Positions of runs of backticks by their length, in order. */
  readonly #ticks = new Map<number, number[]>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#entities = entitiesOf(text).reverse();
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const held = this.#ticks.get(run.length);
      if (held) held.push(index);
      else this.#ticks.set(run.length, [index]);
    }
    for (const positions of this.#ticks.values()) positions.reverse();
  }

  parse(): Inline[] {
    while (this.#at < this.#text.length) this.#step();
    while (this.#frames.length > 1) this.#unwrap();
    return this.#top.children;
  }

  get #top(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #step(): void {
    const entity = this.#nextEntity();
    if (entity?.at === this.#at) return this.#takeEntity(entity);
    const sign = this.#text.charAt(this.#at);
    if (sign === '\\') return this.#escape();
    if (sign === '`') return this.#code();
    if (sign === '[') return this.#namedLink();
    if (sign === '*' || sign === '_' || sign === '~') return this.#delimiter(sign);
    PLAIN.lastIndex = this.#at;
    const run = PLAIN.exec(this.#text)?.[0] ?? sign;
    this.#say(entity ? run.slice(0, entity.at - this.#at) : run);
  }

  /** Entities within code and named links are passed over. */
  #nextEntity(): TextEntity | undefined {
    while ((this.#entities.at(-1)?.at ?? this.#at) < this.#at) this.#entities.pop();
    return this.#entities.at(-1);
  }

  #takeEntity({ kind, word, href }: TextEntity): void {
    if (kind === 'link') this.#add({ type: 'link', href, text: word, isNamed: false });
    else this.#add({ type: kind, text: word });
    this.#at += word.length;
  }

  #escape(): void {
    const next = this.#text.charAt(this.#at + 1);
    const isEscape = next !== '' && ESCAPED.test(next);
    this.#say(isEscape ? next : '\\', isEscape ? 2 : 1);
  }

  #code(): void {
    const length = runAt(this.#text, this.#at);
    const from = this.#at + length;
    const closers = this.#ticks.get(length) ?? [];
    while ((closers.at(-1) ?? from) < from) closers.pop();
    const end = closers.at(-1);
    if (end === undefined) return this.#say('`'.repeat(length));
    const inner = this.#text.slice(from, end);
    const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
    this.#add({ type: 'code', text: isPadded ? inner.slice(1, -1) : inner });
    this.#at = end + length;
  }

  #namedLink(): void {
    NAMED_LINK.lastIndex = this.#at;
    const found = NAMED_LINK.exec(this.#text);
    const [whole = '', name = '', href = ''] = found ?? [];
    if (!found || LIKE_ADDRESS.test(name) || name.trim() === '') return this.#say('[');
    this.#add({ type: 'link', href, text: name, isNamed: true });
    this.#at += whole.length;
  }

  #delimiter(sign: string): void {
    const run = runAt(this.#text, this.#at);
    // Of three closing signs the first one may close the inner emphasis.
    const isSingle = run === 1 || (run === 3 && this.#top.mark === sign);
    const mark = isSingle ? sign : sign + sign;
    if (!(mark in emphasisOf) || run > 3) return this.#say(sign.repeat(run));
    const { opens, closes } = flanksOf(this.#text, this.#at, mark);
    const held = closes ? this.#frames.findLastIndex((frame) => frame.mark === mark) : -1;
    if (held > 0 && this.#frames[held]?.children.length) return this.#close(held, mark);
    if (!opens || this.#frames.some((frame) => frame.mark === mark)) return this.#say(mark);
    this.#frames.push({ mark, children: [] });
    this.#at += mark.length;
  }

  #close(held: number, mark: string): void {
    while (this.#frames.length > held + 1) this.#unwrap();
    const { children } = this.#frames.pop() as Frame;
    this.#at += mark.length;
    this.#add({ type: emphasisOf[mark] ?? 'em', children });
  }

  /** An emphasis without an end is text. */
  #unwrap(): void {
    const { mark, children } = this.#frames.pop() as Frame;
    this.#addText(mark);
    for (const child of children) {
      if (child.type === 'text') this.#addText(child.text);
      else this.#add(child);
    }
  }

  #say(text: string, length = text.length): void {
    this.#addText(text);
    this.#at += length;
  }

  #addText(text: string): void {
    const last = this.#top.children.at(-1);
    if (last?.type === 'text') last.text += text;
    else this.#add({ type: 'text', text });
  }

  #add(inline: Inline): void {
    this.#top.children.push(inline);
  }
}

function runAt(text: string, at: number): number {
  const sign = text.charAt(at);
  let end = at;
  while (text.charAt(end) === sign) end += 1;
  return end - at;
}

/** `snake_case` and `2*3*4` are no emphasis: single signs stand at the edges of words. */
function flanksOf(text: string, at: number, mark: string): { opens: boolean; closes: boolean } {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + mark.length);
  const isWithin = mark !== '**' && mark !== '~~';
  return {
    opens: after.trim() !== '' && !(isWithin && WORD.test(before)),
    closes: before.trim() !== '' && !(isWithin && WORD.test(after)),
  };
}
