/** What operators read: the pages name what is there, and the compose file passes what they set. */
import { readFileSync } from 'node:fs';
import { settings } from '#src/config/settings.js';
import { shardKeys } from '#src/store/sharding.js';

const read = (path: string) => readFileSync(path, 'utf8');

/** Names of metrics in a text, without the parts of a histogram. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\bmeydan_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

describe('docs/scaling.md', () => {
  it('names each collection that stays on one shard, and no other', () => {
    const undivided = Object.entries(shardKeys).filter(([, { key }]) => key === null);
    const [, sentence = ''] = /`_id`\. ([^.]*?) stay on one shard/.exec(read('docs/scaling.md')) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(undivided.map(([name]) => name).toSorted());
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

  const text = read('docker-compose.yml');
  const [, services = ''] = /\nservices:\n([\s\S]*?)\n\w/.exec(text) ?? [];
  const blocks = new Map(
    services
      .split(/^(?= {2}[\w-]+:$)/m)
      .map((block) => [/^ {2}([\w-]+):$/m.exec(block)?.[1] ?? '', block] as const)
      .filter(([name]) => name !== ''),
  );
  const anchors = (block: string) =>
    [...block.matchAll(/<<: \*([\w-]+)/g)].map(
      ([, name]) => new RegExp(`^x-\\w+: &${name}\\n[\\s\\S]*?\\n\\n`, 'm').exec(text)?.[0] ?? '',
    );
  const whole = (block: string): string => [block, ...anchors(block)].join('');

  it.each([...blocks.keys()])('%s has an exact version, a health check, bounded logs, and no new rights', (name) => {
    const block = whole(blocks.get(name) as string);
    expect(block).toMatch(/restart: unless-stopped/);
    expect(block).toMatch(/logging: \*logging/);
    expect(block).toMatch(/no-new-privileges:true/);
    // The node's own check is in the image that is built here.
    if (name === 'app') expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
    else expect(block).toMatch(/healthcheck:/);
    if (name === 'app') return;
    expect(block).toMatch(/image: \S+:v?\d+\.\d+\.\d+(-alpine)?(@sha256:[0-9a-f]{64})?\n/);
  });

  it('knows its seven parts', () => {
    expect([...blocks.keys()]).toEqual(['app', 'proxy', 'mongo-1', 'mongo-2', 'mongo-3', 'redis', 'objects']);
  });

  it.each(['app', 'proxy', 'redis', 'objects'])('%s has a read-only disk', (name) => {
    expect(whole(blocks.get(name) as string)).toMatch(/read_only: true/);
  });

  it('has passwords for MongoDB and Redis, which nobody has to be told twice', () => {
    expect(app).toMatch(/MONGODB_URI: mongodb:\/\/meydan:\$\{MONGO_PASSWORD:\?/);
    expect(app).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?/);
    expect(text).toContain('--keyFile /tmp/keyfile');
    expect(text).toContain('requirepass %s');
  });
});
