/** Writes sections into files of bounded size, so that only a part of a long history is in memory at a time. */

import { type Cell, escaped, headingOf, pageFoot, pageHead, rowOf } from './markup.js';
import type { ExportTexts } from './texts.js';

export interface Section {
  /** The machine-readable form. */
  name: string;
  title: string;
  columns: string[];
}

export interface Row {
  cells: Cell[];
  data: unknown;
}

/** Maximum characters of one file. */
const PAGE_CHARS = 4_000_000;

export class ExportPages {
  readonly #texts: ExportTexts;
  readonly #write: (number: number, body: string) => Promise<void>;
  #section: Section | null = null;
  #html: string[] = [];
  #data: { section: string; rows: unknown[] }[] = [];
  #size = 0;
  #written = 0;

  constructor(texts: ExportTexts, write: (number: number, body: string) => Promise<void>) {
    this.#texts = texts;
    this.#write = write;
    this.#head();
  }

  begin(section: Section): void {
    this.#endTable();
    this.#section = section;
    this.#beginTable(section, section.title);
  }

  async add({ cells, data }: Row): Promise<void> {
    const row = rowOf(cells);
    const text = JSON.stringify(data);
    const size = row.length + text.length;
    const { title, continued } = this.#texts;
    if (this.#size + size > PAGE_CHARS && this.#size > title.length) {
      await this.#flush();
      const section = this.#section as Section;
      this.#beginTable(section, `${section.title} (${continued})`);
    }
    this.#html.push(row);
    this.#data.at(-1)?.rows.push(data);
    this.#size += size;
  }

  /** The number of written files. */
  async end(): Promise<number> {
    await this.#flush();
    return this.#written;
  }

  #head(): void {
    const { title, language, note } = this.#texts;
    this.#html = [pageHead(title, language, note)];
    this.#data = [];
    this.#size = 0;
  }

  #beginTable(section: Section, title: string): void {
    this.#html.push(`<section>\n<h2>${escaped(title)}</h2>\n<table>\n${headingOf(section.columns)}`);
    this.#data.push({ section: section.name, rows: [] });
  }

  #endTable(): void {
    if (this.#section) this.#html.push('</table>\n</section>\n');
  }

  async #flush(): Promise<void> {
    this.#endTable();
    this.#written += 1;
    await this.#write(this.#written, this.#html.join('') + pageFoot(this.#data));
    this.#head();
  }
}
