/** `npm run pin-images`: every image of the compose file and the base of our own, by the digest that Docker tells. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { baseIn, imagesIn } from '../../scripts/admin/pin-images.mjs';

/** Stands for the Docker of the operator, which asks registries. */
const docker = `#!/bin/sh
[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 64
[ -e "$OUT" ] && { echo "no such host" >&2; exit 1; }
printf 'sha256:'; printf '%s %s' "$4" "$MOVED" | sha256sum | cut -d' ' -f1
`;

describe('the images of the project', () => {
  it('are named by an exact tag and its digest, and the built one stands on such a base', async () => {
    const compose = await readFile('docker-compose.yml', 'utf8');
    const images = imagesIn(compose).map(({ image }) => image);
    images.push(baseIn(await readFile('Dockerfile', 'utf8')) as string);
    expect(new Set(images).size).toBe(5);
    for (const image of images) expect(image).toMatch(/^[\w/]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/);
  });
});

describe('npm run pin-images', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-images-'));
    await Promise.all(['docker-compose.yml', 'Dockerfile'].map((file) => copyFile(file, join(dir, file))));
    await writeFile(join(dir, 'docker'), docker, { mode: 0o755 });
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const run = (words: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const options = { cwd: dir, env: { PATH: `${dir}${delimiter}${process.env.PATH}`, ...env } };
      execFile(process.execPath, [resolve('scripts/admin/pin-images.mjs'), ...words], options, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      );
    });

  it('names each service with its digest, those of one anchor alike, and the base of the image that is built', async () => {
    // Before, the digests of the project are compared.
    expect(await run(['--check'])).toMatchObject({ code: 1, err: '' });
    expect(await run([])).toMatchObject({ code: 0, err: '' });
    const text = await readFile(join(dir, 'docker-compose.pinned.yml'), 'utf8');
    const images = [...text.matchAll(/^ {2}([\w-]+):\n {4}image: (\S+)@sha256:[0-9a-f]{64}$/gm)].map(
      ([, name]) => name,
    );
    expect(images).toEqual(['proxy', 'mongo-1', 'mongo-2', 'mongo-3', 'redis', 'objects']);
    expect(new Set(text.match(/mongo:7\S+/g)).size).toBe(1);
    const [, base] = /^ARG NODE_IMAGE=([^@\s]+)/m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
    expect(text).toMatch(new RegExp(`^ {8}NODE_IMAGE: ${base}@sha256:[0-9a-f]{64}$`, 'm'));
    expect(await readFile('Dockerfile', 'utf8')).toMatch(/(^FROM \$\{NODE_IMAGE\}[\s\S]*){2}/m);
  });

  it('says with --check which tag has moved since, and changes nothing', async () => {
    expect(await run(['--check'])).toEqual({ code: 0, out: '', err: '' });
    const before = await readFile(join(dir, 'docker-compose.pinned.yml'), 'utf8');
    const { code, out } = await run(['--check'], { MOVED: 'since' });
    expect([code, out]).toEqual([1, expect.stringContaining('redis:7')]);
    expect(await readFile(join(dir, 'docker-compose.pinned.yml'), 'utf8')).toBe(before);
  });

  it('says why there is no digest', async () => {
    const { code, err } = await run([], { OUT: dir });
    expect([code, err]).toEqual([2, expect.stringMatching(/^the digest of node:\S+ cannot be read: no such host$/m)]);
    expect(await run(['--write'])).toMatchObject({ code: 2, err: expect.stringContaining('usage:') });
  });
});
