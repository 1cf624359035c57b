/** The pages of docs/reference/ are what the generator makes of the code, and their tables are complete. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, loadConfig } from '#src/config/config.js';
import { settingGroups } from '#src/config/reference/setting-texts.js';
import { settings } from '#src/config/settings.js';
import { permissionTexts } from '#src/domain/rooms/permission-texts.js';
import * as rooms from '#src/domain/rooms/permissions.js';
import { errors, isRetryable } from '#src/errors.js';
import { createMetrics, type MetricDefinition } from '#src/observability/metrics.js';

const settingTexts = settingGroups.flatMap((group) => Object.entries(group.settings));
const read = (path: string) => readFileSync(path, 'utf8');

let metrics: readonly MetricDefinition[];
beforeAll(() => {
  const created = createMetrics();
  metrics = created.definitions();
  created.close();
});

// The generator is plain JavaScript of scripts/; what it gives is text.
async function generatedPages(): Promise<Record<string, string>> {
  const generator = '../../scripts/docs/reference-pages.mjs';
  const { referencePages } = (await import(generator)) as { referencePages(of: object): Record<string, string> };
  const permissions = { ...rooms, texts: permissionTexts };
  return referencePages({ settings, settingGroups, metrics, errors, isRetryable, permissions });
}

describe('the reference pages', () => {
  it.each(['settings', 'metrics', 'errors', 'permissions'])(
    '%s.md is what the code says: after a change, `npm run docs`',
    async (name) => {
      const path = `docs/reference/${name}.md`;
      expect(read(path)).toBe((await generatedPages())[path]);
    },
  );

  it('name every setting once', () => {
    expect(settingTexts.map(([name]) => name).toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it('say of every permission key what it rules, and of no other', () => {
    const keys = [...new Set([...rooms.memberKeys, ...rooms.adminKeys])];
    expect(Object.keys(permissionTexts).toSorted()).toEqual(keys.toSorted());
    expect(Object.values(permissionTexts).filter((text) => !text.endsWith('.'))).toEqual([]);
  });

  it('name every metric that a scrape names', async () => {
    const created = createMetrics();
    const scraped = [...(await created.text()).matchAll(/^# HELP (meydan_\w+) /gm)].map(([, name]) => name);
    created.close();
    expect(metrics.map(({ name }) => name).toSorted()).toEqual(scraped.toSorted());
  });
});

describe('a default of the reference', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const load = (env: Environment) => loadConfig({ DATA_DIR: folder, ...env });
  const defaults = settingTexts.flatMap(([name, text]) =>
    text.default === undefined || name === 'DATA_DIR' ? [] : [[name, text.default] as const],
  );

  it.each(defaults)('%s=%s is what an unset variable stands for', (name, value) => {
    expect(load({ [name]: value })).toEqual(load({}));
  });

  it.each(settingTexts.filter(([, text]) => text.default === undefined).map(([name]) => name))(
    '%s is unset in .env.example too, or empty',
    (name) => {
      const active = new RegExp(`^${name}=.+`, 'm');
      expect(read('.env.example')).not.toMatch(active);
    },
  );
});
