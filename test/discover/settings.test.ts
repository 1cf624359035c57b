import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, loadConfig } from '#src/config/config.js';
import { explainConfig } from '#src/config/explain-config.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-dictionary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Environment = {}) => loadConfig({ DATA_DIR: join(folder, 'data'), ...env });
const production = (env: Environment = {}) =>
  load({ NODE_ENV: 'production', SECRET: '0123456789abcdef0123456789ABCDEF', ...env });

describe('the dictionary', () => {
  const own = { DICTIONARY_URL: 'https://sozluk.example/api/', DICTIONARY_KEY: 'hunters-dictionary-key' };

  it('is the embedded console outside production, with a key that follows from the secret', () => {
    const { dictionary } = load({ SECRET: 'one' });
    expect(dictionary).toEqual({ kind: 'embedded', key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(load({ SECRET: 'one, older' }).dictionary).toEqual(dictionary);
    expect(load({ SECRET: 'another' }).dictionary).not.toEqual(dictionary);
    const { DICTIONARY_KEY: key } = own;
    expect(load({ DICTIONARY_KEY: key }).dictionary).toEqual({ kind: 'embedded', key });
  });

  it('is somebody’s own where one is set, and the start does not tell its key', () => {
    const config = production(own);
    expect(config.dictionary).toEqual({
      kind: 'external',
      url: 'https://sozluk.example/api',
      key: 'hunters-dictionary-key',
    });
    expect(explainConfig(config).join('\n')).toContain('https://sozluk.example/api');
    expect(explainConfig(config).join('\n')).not.toContain('hunter');
  });

  it('is none in production unless set, and none where it is off', () => {
    expect([production().dictionary, load({ ...own, DICTIONARY_URL: 'off' }).dictionary]).toEqual([null, null]);
    expect(load({ DICTIONARY_URL: 'off' }).dictionary).toBeNull();
  });
});
