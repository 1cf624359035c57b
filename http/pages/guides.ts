/** The guides under /docs/guides, written in docs/guides; the build lays them beside the programs. */
import { readFileSync } from 'node:fs';
import type { Section } from './docs-section.js';
import { type Html, html } from './html.js';
import { anchorOf, markdown } from './markdown.js';

export interface Guide {
  name: string;
  title: string;
  text: string;
}

/** In the order of reading. */
const names = ['curl', 'sdk', 'python', 'semantics', 'bots', 'production'] as const;

export function readGuides(): Guide[] {
  return names.map((name) => {
    const text = readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
    const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
    return { name, title, text };
  });
}

export const guideBody = ({ text }: Guide): Html => html`<article class="guide">${markdown(text)}</article>`;

/** A guide in its parts: what stands before the first heading of the second level, and each of these headings. */
export function guideSections({ text }: Guide): Section[] {
  const parts: string[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (parts.length === 0 || (!isCode && line.startsWith('## '))) parts.push(line);
    else parts.push(`${parts.pop()}\n${line}`);
  }
  return parts.map((part) => {
    const [, title = ''] = /^#+ (.+)$/m.exec(part) ?? [];
    return { id: anchorOf(title), title: title.replaceAll('`', ''), markup: markdown(part) };
  });
}
