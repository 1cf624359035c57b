import { existsSync, readFileSync } from 'node:fs';

interface Accepted {
  file: string;
  /** The line on which the mutant begins. */
  at: string;
  original: string;
  reason: string;
}

const accepted: Accepted[] = JSON.parse(readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'));
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('a mutant that is accepted as equivalent', () => {
  it.each(accepted.map((each) => [each.file, each.at, each] as const))('is still there: %s: %s', (file, at, each) => {
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n').map((line) => line.trim())).toContain(at);
    expect(plain(text)).toContain(plain(each.original));
  });

  it('has a reason', () => {
    expect(accepted.filter(({ reason }) => !reason)).toEqual([]);
  });
});
