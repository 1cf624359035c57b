/** Renders user content as text, never as markup. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

/** Escaped so that the JSON cannot close the script element or open a comment. */
export const embedded = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** An image embedded in the page. */
export interface Picture {
  picture: string;
}

export type Cell = string | number | null | Picture;

export function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<td></td>';
  if (typeof cell === 'object') return `<td><img alt="" src="${escaped(cell.picture)}"></td>`;
  return `<td>${escaped(String(cell))}</td>`;
}

export const rowOf = (cells: readonly Cell[]): string => `<tr>${cells.map(cellOf).join('')}</tr>\n`;

export const headingOf = (columns: readonly string[]): string =>
  `<tr>${columns.map((column) => `<th>${escaped(column)}</th>`).join('')}</tr>\n`;

export function pageHead(title: string, language: string, note: string): string {
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd; }
td { white-space: pre-wrap; overflow-wrap: anywhere; }
img { max-width: 8rem; border-radius: 50%; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(note)}</p>
`;
}

/** The same content in machine-readable form. */
export const pageFoot = (data: readonly unknown[]): string =>
  `<script type="application/json" id="data">${embedded(data)}</script>\n</body>\n</html>\n`;
