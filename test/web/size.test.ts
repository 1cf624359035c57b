import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const pages = fileURLToPath(new URL('../../dist/web', import.meta.url));
const BUDGET = 110_000;

const read = (file: string): string => readFileSync(join(pages, file), 'utf8');

/** The script and everything that it imports before it runs; what comes later is asked for in other words. */
function atOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, , target = ''] of read(file).matchAll(/(\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g)) {
    atOnce(join(dirname(file), target), seen);
  }
  return seen;
}

describe('the scripts of the chat page', () => {
  const first = /<script type="module"[^>]* src="\/([^"]+)"/.exec(read('index.html'))?.[1] ?? '';
  const files = [...atOnce(first)];

  it('weigh less than 110 kB on their way', () => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(BUDGET);
  });

  it('leave Discover and the article editor until somebody goes there', () => {
    const words = files.map(read).join('\n');
    expect(words).toContain('composer');
    for (const later of ['discover-home', 'block-grip']) expect(words).not.toContain(later);
  });
});
