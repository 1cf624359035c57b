/** Secrets from files, and names that are nearly right. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#src/config/config.js';
import { type Setting, settings } from '#src/config/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'meydan-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const base = { NODE_ENV: 'test', DATA_DIR: folder };
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig({ ...base, ...env });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a secret', () => {
  const secrets = Object.entries(settings as Record<string, Setting>).flatMap(([name, { isSecret }]) =>
    isSecret ? [name] : [],
  );

  it('may come from a file, with or without a line end', () => {
    const key = 'a-key-for-operators';
    for (const text of [key, `${key}\n`, ` ${key}\r\n`]) {
      expect(loadConfig({ ...base, CONSOLE_KEY_FILE: file('key', text) }).consoleKey).toBe(key);
    }
  });

  it.each(secrets)('%s names a file that cannot be read', (name) => {
    expect(refusal({ [`${name}_FILE`]: join(folder, 'nowhere') })).toContain(`${name}_FILE=`);
    expect(refusal({ [`${name}_FILE`]: file('empty', '\n') })).toContain('is an empty file');
  });

  it('is not given twice', () => {
    const both = { CONSOLE_KEY: 'a-key-for-operators', CONSOLE_KEY_FILE: file('key', 'another-key-of-them') };
    const said = refusal(both);
    expect(said).toContain('is refused beside CONSOLE_KEY');
    expect(said).not.toContain('another-key-of-them');
  });

  it('in a file is judged like a value, and never repeated', () => {
    const said = refusal({ CONSOLE_KEY_FILE: file('key', 'short') });
    expect(said).toContain('CONSOLE_KEY is wrong');
    expect(said).not.toContain('short ');
  });
});

describe('a name that is nearly that of a setting', () => {
  it.each([
    ['MONGO_URI', 'MONGODB_URI'],
    ['REDIS_URI', 'REDIS_URL'],
    ['MONGODB_URL', 'MONGODB_URI'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['CONSOLE_KEYS', 'CONSOLE_KEY'],
    ['CONSOLEKEY', 'CONSOLE_KEY'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['DRAINS_S', 'DRAIN_S'],
    ['CONSOLE_KEYS_FILE', 'CONSOLE_KEY_FILE'],
  ])('%s is refused: %s is meant', (name, meant) => {
    expect(refusal({ [name]: '30' })).toContain(`${name} is no setting: ${meant} is probably meant`);
  });

  it('is refused as a file where the setting is no secret', () => {
    expect(refusal({ PUBLIC_URL_FILE: '/x' })).toContain('PUBLIC_URL is no secret');
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'NODE_OPTIONS',
    'NODE_VERSION',
    'NODE_HOME',
    'NODE_PATH',
    'npm_config_port',
    'KUBERNETES_SERVICE_HOST',
    'REDIS_PORT',
    'REDIS_SERVICE_HOST',
    'MEYDAN_PORT',
    'AWS_REGION',
    'LOGNAME',
    'POST',
    'SHELL',
    'TEST_STALL_S',
  ])('%s is the name of something else', (name) => {
    expect(refusal({ [name]: 'tcp://10.0.0.1:6379' })).toBe('');
  });

  it('without a value is passed over', () => {
    expect(refusal({ MONGO_URI: '', REDIS_URI: ' ' })).toBe('');
  });
});
