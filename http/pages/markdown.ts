/**
 * As much Markdown as the guides use: headings, paragraphs, lists, tables, fences; code, strong and links in a line.
 */
import { type Html, html } from './html.js';

const FENCE = '```';

export function markdown(text: string): Html {
  const lines = text.split('\n');
  const blocks: Html[] = [];
  while (lines.length > 0) {
    const [line = ''] = lines;
    if (line.trim() === '') lines.shift();
    else if (line.startsWith(FENCE)) blocks.push(fence(lines));
    else if (line.startsWith('#')) blocks.push(heading(lines.shift() ?? ''));
    else if (line.startsWith('|')) blocks.push(table(takeWhile(lines, (each) => each.startsWith('|'))));
    else if (isItem(line)) blocks.push(list(takeWhile(lines, (each) => isItem(each) || each.startsWith('  '))));
    else blocks.push(html`<p>${inline(takeWhile(lines, isPlain).join(' '))}</p>`);
  }
  return html`${blocks}`;
}

const isItem = (line: string): boolean => /^(-|\d+\.) /.test(line);
const isPlain = (line: string): boolean => line.trim() !== '' && !/^(#|\||```|- |\d+\. )/.test(line);

function takeWhile(lines: string[], fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, index) => index > 0 && !fits(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function fence(lines: string[]): Html {
  const [opening = ''] = lines;
  const end = lines.indexOf(FENCE, 1);
  const [, ...code] = lines.splice(0, end < 0 ? lines.length : end + 1);
  if (end > 0) code.pop();
  return html`<pre tabindex="0" data-language="${opening.slice(FENCE.length).split(' ')[0]}"><code>${code.join('\n')}</code></pre>`;
}

export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

function heading(line: string): Html {
  const level = line.indexOf(' ');
  const title = line.slice(level + 1);
  const id = anchorOf(title);
  const tag = { markup: `h${level}` };
  return html`<${tag} id="${id}">${inline(title)}</${tag}>`;
}

function list(lines: string[]): Html {
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.slice(line.indexOf(' ') + 1));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const tag = { markup: lines[0]?.startsWith('-') ? 'ul' : 'ol' };
  return html`<${tag}>${items.map((item) => html`<li>${inline(item)}</li>`)}</${tag}>`;
}

function table(lines: string[]): Html {
  const [head, , ...rows] = lines.map((line) => line.split('|').slice(1, -1));
  const cells = (row: string[]) => row.map((cell) => html`<td>${inline(cell.trim())}</td>`);
  return html`<table><thead><tr>${(head ?? []).map((cell) => html`<th scope="col">${inline(cell.trim())}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>`;
}

/** Code first: nothing in it is anything else. */
function inline(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : marked(part)))}`;
}

function marked(text: string): Html {
  const parts = text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/);
  return html`${parts.map((part) => {
    const [, label, to] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
    if (label) return html`<a href="${to}">${label}</a>`;
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : part;
  })}`;
}
