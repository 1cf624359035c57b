/** The guides under /docs/guides, written in docs/guides; the build lays them beside the programs. */
import { readFileSync } from 'node:fs';
import { type Html, html } from './html.js';
import { markdown } from './markdown.js';

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

export const guideLink = ({ name, title }: Pick<Guide, 'name' | 'title'>): Html =>
  html`<li><a href="/docs/guides/${name}">${title}</a></li>`;

export const guideBody = ({ text }: Guide): Html => html`<article class="guide">${markdown(text)}</article>`;
