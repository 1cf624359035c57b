/** What operators read: the pages name what is there, and the compose file passes what they set. */
import { readFileSync } from 'node:fs';
import { settings } from '#src/config/settings.js';
import { collections, type IndexSpec } from '#src/store/collections.js';

const read = (path: string) => readFileSync(path, 'utf8');

/** `log.dedup`: those by which a collection cannot be divided by its room or its account. */
function undividableKeys(): string[] {
  return Object.entries(collections).flatMap(([name, { indexes }]) =>
    Object.entries(indexes as Record<string, IndexSpec>)
      .filter(([, { unique, fields }]) => unique && !['room', 'account'].includes(fields[0] ?? ''))
      .map(([index]) => `${name}.${index}`),
  );
}

/** Names of metrics in a text, without the parts of a histogram. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\bmeydan_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

describe('docs/scaling.md', () => {
  it('names each unique index by which a collection cannot be sharded, and no other', () => {
    const [, sentence = ''] = /unique indexes ([\s\S]*?) do not\./.exec(read('docs/scaling.md')) ?? [];
    const named = [...sentence.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(undividableKeys().toSorted());
  });
});

describe('docs/operating.md', () => {
  it('names metrics that exist', () => {
    const known = new Set(metricsIn(read('docs/reference/metrics.md')));
    const named = metricsIn(read('docs/operating.md'));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  const [, app = ''] = /\n {2}app:\n([\s\S]*?)\n {2}\w/.exec(read('docker-compose.yml')) ?? [];

  it('passes all settings of .env to the nodes', () => {
    expect(app).toMatch(/\n {4}env_file:\n {6}- path: \.env\n {8}required: false\n/);
  });

  it('sets only settings that exist, and those itself that .env.example has for a start without containers', () => {
    const set = [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(15);
    expect(set.filter((name) => !(name in settings))).toEqual([]);
    expect(set).toEqual(expect.arrayContaining(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'TRUST_PROXY', 'DEV_LOGIN']));
  });
});
