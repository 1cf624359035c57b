import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const pages = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** Compressed bytes of what a page loads before it shows anything. */
const budgets = {
  'index.html': 111_000,
  'panel/index.html': 44_000,
  'console/index.html': 57_000,
  'console/live/index.html': 26_000,
};

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

function scriptsOf(page: string): string[] {
  const first = /<script type="module"[^>]* src="\/([^"]+)"/.exec(read(page))?.[1] ?? '';
  return [...atOnce(first)];
}

describe('the scripts of a page', () => {
  it.each(Object.entries(budgets))('weigh on their way no more than they may: %s', (page, budget) => {
    const bytes = scriptsOf(page).reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes).toBeGreaterThan(budget / 3);
    expect(bytes).toBeLessThan(budget);
  });

  it('leave Discover and the article editor of the chat page until somebody goes there', () => {
    const words = scriptsOf('index.html').map(read).join('\n');
    expect(words).toContain('composer');
    for (const later of ['discover-home', 'block-grip']) expect(words).not.toContain(later);
  });
});
