/** All pictures on one page, a row for each state and a column for each look. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const style = `
  body { background: #888; font: 14px system-ui, sans-serif; margin: 16px; }
  table { border-collapse: collapse; }
  th { background: #fff; padding: 6px 10px; position: sticky; text-align: left; top: 0; vertical-align: top; }
  td { padding: 4px; vertical-align: top; }
  img { display: block; height: 320px; width: auto; }
`;

export async function writeSheet(out, { shots, faults }) {
  const looks = [...new Set(shots.map(({ look }) => look))];
  const names = [...new Set(shots.map(({ name }) => name))];
  const cell = (name, look) => {
    const shot = shots.find((one) => one.name === name && one.look === look);
    return shot ? `<a href="${shot.file}"><img src="${shot.file}" alt="${name}, ${look}" loading="lazy"></a>` : '';
  };
  const row = (name) => `<tr><th>${name}</th>${looks.map((look) => `<td>${cell(name, look)}</td>`).join('')}</tr>`;
  const head = `<tr><th></th>${looks.map((look) => `<th>${look}</th>`).join('')}</tr>`;
  const found = faults.length > 0 ? `<pre>${faults.map(escaped).join('\n')}</pre>` : '';
  const body = `${found}<table>${head}${names.map(row).join('\n')}</table>`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${body}</html>`;
  await writeFile(join(out, 'index.html'), page);
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
