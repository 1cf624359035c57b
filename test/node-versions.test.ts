import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Start } from './support/processes/npm-start.js';

interface NodeVersions {
  nodeLines: Record<string, { release: string; endOfLife: string; fails?: string }>;
  nodeFloor: [number, number];
  newestLts: number;
  isSupported(version: string): boolean;
  nodeNotice(version: string, now: number): string | null;
}

const module = new URL('../scripts/node-versions.mjs', import.meta.url).href;
const { nodeLines, nodeFloor, newestLts, isSupported, nodeNotice }: NodeVersions = await import(module);

const NOW = Date.parse('2026-11-22');
const read = (path: string): string => readFileSync(path, 'utf8');

describe('what is said of a Node at the start', () => {
  it.each(['22.23.3', '24.0.0', '26.10.0'])('is nothing for %s, which is maintained', (version) => {
    expect(nodeNotice(version, NOW)).toBeNull();
  });

  it('is one line for 20: since when, what fails on it, and which ones to take', () => {
    const notice = nodeNotice('20.20.2', NOW);
    expect(notice).toBe(
      'Node 20.20.2 has had no security fixes since 2026-04-30. Known to fail on it: exporting a key that the same ' +
        'process has generated may stop it for ever. Maintained: 22, 24, 26.',
    );
  });

  it.each(['21.7.3', '23.11.0', '25.9.0'])('is one line for %s, which has no long-term support', (version) => {
    expect(nodeNotice(version, NOW)).toMatch(/^Node 2\d\.\d+\.\d is no release with long-term support.*22, 24, 26\.$/);
  });

  it('is one line for a Node newer than any that is tested', () => {
    expect(nodeNotice('27.1.0', NOW)).toBe(
      'Node 27.1.0 is newer than any that Meydan is tested on. Maintained: 22, 24, 26.',
    );
  });

  it.each(Object.entries(nodeLines))('begins for %s when the last day of its life is over', (line, { endOfLife }) => {
    const lastMoment = Date.parse(`${endOfLife}T23:59:59Z`);
    expect(nodeNotice(`${line}.99.0`, lastMoment)).toBeNull();
    const notice = nodeNotice(`${line}.99.0`, lastMoment + 1_000);
    expect(notice).toContain(`has had no security fixes since ${endOfLife}.`);
    expect(notice).not.toContain('\n');
  });

  it('has an advice even when all of them are over', () => {
    expect(nodeNotice('26.10.0', Date.parse('2031-01-01'))).toContain('Look for a newer Meydan too.');
  });
});

it('a service says it in one line, and starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meydan-notice-'));
  const server = new Start(folder);
  try {
    await server.ready();
    const expected = nodeNotice(process.versions.node, Date.now());
    const told = server.output.split('\n').filter((line) => /^Node \d/.test(line));
    expect(told).toEqual(expected ? [expected] : []);
  } finally {
    server.child.kill('SIGKILL');
    await server.exit;
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['18.20.8', false],
  ['21.0.0', true],
  ['26.10.0', true],
])('%s is taken at all: %s', (version, expected) => {
  expect(isSupported(version)).toBe(expected);
});

it('what is written down elsewhere is the same', () => {
  const floor = `>=${nodeFloor.join('.')}.0`;
  expect(JSON.parse(read('package.json')).engines.node).toBe(floor);
  expect(JSON.parse(read('sdk/package.json')).engines.node).toBe(floor);
  const images = [...read('Dockerfile').matchAll(/^ARG NODE_IMAGE=node:(\d+)-/gm)].map(([, major]) => Number(major));
  expect(images).toEqual([newestLts]);
  expect(Object.keys(nodeLines)).toContain(String(newestLts));
  for (const [line, { release }] of Object.entries(nodeLines)) expect(release).toMatch(new RegExp(`^${line}\\.`));
});

it('is started with the same options by npm and in the image', () => {
  const { start } = JSON.parse(read('package.json')).scripts as { start: string };
  const [, command = '[]'] = /^CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
  const optionsIn = (words: string[]) => words.filter((word) => word.startsWith('--'));
  expect(optionsIn(start.split(' '))).toEqual(['--max-semi-space-size=64']);
  expect(optionsIn(JSON.parse(command))).toEqual(optionsIn(start.split(' ')));
});
