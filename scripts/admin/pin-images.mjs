/**
 * `npm run pin-images`: asks the Docker of this machine for the digest of each image of docker-compose.yml and of the base in
 * the Dockerfile, and writes docker-compose.pinned.yml, which puts them in place of the project's. With `--check` it writes
 * nothing, and ends with 1 where a tag leads to another image than that file says, or those of the project without it.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PINNED = 'docker-compose.pinned.yml';
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const run = promisify(execFile);

/** The image of each service, also where an anchor names it; that of `app` is built from the base. */
export function imagesIn(compose) {
  const [, services = ''] = /\nservices:\n([\s\S]*?)\n\w/.exec(compose) ?? [];
  const blocks = services.split(/^(?= {2}[\w-]+:$)/m).filter((block) => /^ {2}[\w-]+:$/m.test(block));
  return blocks.flatMap((block) => {
    const name = /^ {2}([\w-]+):$/m.exec(block)[1];
    const anchor = /<<: \*([\w-]+)/.exec(block)?.[1];
    const shared = new RegExp(`^x-\\w+: &${anchor}\\n[\\s\\S]*?\\n\\n`, 'm').exec(compose)?.[0] ?? '';
    const image = imageOf(block) ?? imageOf(shared);
    return block.includes('    build:') || !image ? [] : [{ service: name, image }];
  });
}

const imageOf = (text) => /^ +image: (\S+)$/m.exec(text)?.[1];

export const baseIn = (dockerfile) => /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];

export function pinnedFile(base, images) {
  const services = images.map(({ service, image }) => `  ${service}:\n    image: ${image}\n`).join('');
  return `# Written by npm run pin-images. In .env: COMPOSE_FILE=docker-compose.yml:${PINNED}
services:
  app:
    build:
      args:
        NODE_IMAGE: ${base}
${services}`;
}

async function withDigest(image) {
  const [tag] = image.split('@');
  const { stdout } = await run('docker', [
    'buildx',
    'imagetools',
    'inspect',
    tag,
    '--format',
    '{{.Manifest.Digest}}',
  ]).catch((error) => {
    throw new Error(`the digest of ${tag} cannot be read: ${(error.stderr || error.message).trim()}`);
  });
  const digest = stdout.trim();
  if (!DIGEST.test(digest))
    throw new Error(`the digest of ${tag} cannot be read: Docker answers ${digest || 'nothing'}`);
  return `${tag}@${digest}`;
}

const readOwn = () => Promise.all(['docker-compose.yml', 'Dockerfile'].map((file) => readFile(file, 'utf8')));

async function wanted() {
  const [compose, dockerfile] = await readOwn();
  const digests = new Map();
  const images = imagesIn(compose);
  const base = baseIn(dockerfile);
  // One after the other: registries limit how often they are asked.
  for (const image of new Set([base, ...images.map((one) => one.image)])) digests.set(image, await withDigest(image));
  return pinnedFile(
    digests.get(base),
    images.map(({ service, image }) => ({ service, image: digests.get(image) })),
  );
}

async function main(words) {
  if (words.some((word) => word !== '--check')) throw new Error('usage: npm run pin-images [-- --check]');
  const text = await wanted();
  if (words.length === 0) {
    await writeFile(PINNED, text);
    process.stdout.write(`wrote ${PINNED}. Put COMPOSE_FILE=docker-compose.yml:${PINNED} into .env.\n`);
    return 0;
  }
  const before = await readFile(PINNED, 'utf8').catch(async () => (await readOwn()).join());
  const changed = new Set(text.match(/\S+@\S+/g).filter((image) => !before.includes(image)));
  for (const image of changed) process.stdout.write(`Another image is named than ${image}\n`);
  return changed.size === 0 ? 0 : 1;
}

if (import.meta.url === new URL(process.argv[1] ?? '', 'file:').href) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    return 2;
  });
}
