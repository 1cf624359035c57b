/** The Python client by itself, against a running service, and as its guide tells of it. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { describeWith } from '../support/skipped-suites.js';
import { type InstalledClient, installClient, needs, run } from './python-client.js';

interface Writers {
  withSocketShapes(rest: unknown, socket: unknown): { components: { schemas: object } };
  pythonShapes(document: unknown): string;
  pythonRest(document: unknown): string;
  pythonSocket(document: unknown, shapes: string[]): string;
}

const generated = 'sdk-python/src/meydan/generated';
const read = (path: string) => readFileSync(path, 'utf8');

describe('the types of the Python client', () => {
  it('are what the documents say: after a change of them, `npm run sdk`', async () => {
    // The writers are plain JavaScript of scripts/; what they give is text.
    const path = '../../scripts/sdk/python-types.mjs';
    const { pythonShapes, pythonRest, pythonSocket } = (await import(path)) as Writers;
    const both = '../../scripts/sdk/with-socket-shapes.mjs';
    const { withSocketShapes } = (await import(both)) as Writers;
    const socket = JSON.parse(read('docs/asyncapi.json'));
    const rest = withSocketShapes(JSON.parse(read('docs/openapi.json')), socket);
    const shapes = Object.keys(rest.components.schemas);
    expect(read(`${generated}/shapes.py`)).toBe(pythonShapes(rest));
    expect(read(`${generated}/rest.py`)).toBe(pythonRest(rest));
    expect(read(`${generated}/socket.py`)).toBe(pythonSocket(socket, shapes));
  });

  it('know every operation that is called, over REST and over the socket', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const called = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !('302' in responses))
        .map(([method]) => `operation: Literal["${method.toUpperCase()} ${path}"]`),
    );
    expect(called.length).toBeGreaterThan(150);
    expect(called.filter((each) => !read(`${generated}/rest.py`).includes(each))).toEqual([]);
    const { operations } = JSON.parse(read('docs/asyncapi.json')) as { operations: Record<string, unknown> };
    const asked = Object.keys(operations).filter((name) => !name.startsWith('on '));
    expect(asked.filter((name) => !read(`${generated}/socket.py`).includes(`name: Literal["${name}"]`))).toEqual([]);
  });
});

describeWith(needs, 'the Python client', ({ 'packages of the Python client': packages }) => {
  let client: InstalledClient;
  let service: Booted;

  beforeAll(async () => {
    service = await bootApp({ settings: { ACCESS_TOKEN_TTL_S: '6' } });
    client = await installClient(packages);
  }, 120_000);

  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  it('does what it is asked to, and leaves nothing open', async () => {
    const program = client.start('features.py', service.url);
    expect([await program.ended, program.output()]).toEqual([0, '']);
  }, 60_000);

  it('passes its own tests', async () => {
    const tests = ['-X', 'dev', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
    const { stderr } = await run('python3', tests, { cwd: 'sdk-python', env: client.env });
    expect(stderr).toMatch(/Ran \d+ tests in [\s\S]*\nOK\n$/);
  }, 60_000);

  it('is typed, and tells a typed program what it does wrong', async () => {
    const { stdout } = await mypy(client, 'test/python/typed.py');
    expect(stdout).toMatch(/^Success: no issues found in 1 source file/);
  }, 120_000);

  it('is used by the guides as a strict type checker wants it', async () => {
    const files: string[] = [];
    for (const guide of ['python', 'bots']) {
      const text = read(`docs/guides/${guide}.md`);
      for (const [, name = '', code = ''] of text.matchAll(/^```python (\S+)\n([\s\S]*?)^```$/gm)) {
        files.push(join(client.folder, name));
        await writeFile(join(client.folder, name), code);
      }
    }
    const { stdout } = await mypy(client, ...files);
    expect(stdout).toMatch(new RegExp(`^Success: no issues found in ${files.length} source files`));
  }, 120_000);
});

/** Strictly; an ignored line without a fault is a fault. */
const mypy = (client: InstalledClient, ...files: string[]) =>
  run('python3', ['-m', 'mypy', '--strict', '--cache-dir', client.folder, '--warn-unused-ignores', ...files], {
    env: client.env,
  }).catch((error: { stdout: string }) => ({ stdout: error.stdout }));
