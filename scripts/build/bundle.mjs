/**
 * `node scripts/build/bundle.mjs <folder of a build>`: puts the modules that the service loads at its start into one file in
 * place of `src/main.js`. Reading and linking nine hundred small files was a third of the processor time of a start.
 * Packages stay outside, and so does what is loaded only when it is used. Other programs and threads load the modules
 * themselves, which stay where they are.
 */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';

const [dist] = process.argv.slice(2);
const entry = join(dist, 'src/main.js');
const written = join(dist, 'bundle');

/** `#src/…` and its like, as package.json says; in this build, and not in the one that it replaces. */
function resolveId(id) {
  const own = /^#(src|actors|http|jobs|console|sdk)\/(.+)$/.exec(id);
  return own ? join(dist, own[1], own[2]) : null;
}

/** A file beside a module is found from the place of the module. The lines stay the same. */
function transform(code, id) {
  if (!code.includes('import.meta.url')) return null;
  const place = JSON.stringify(relative(join(dist, 'src'), id));
  return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
}

/** Not a path, not ours, and not a helper that the bundler brings along. */
function isPackage(id) {
  return !/^[./#\0]|^@oxc-project/.test(id);
}

const bundle = await rolldown({
  input: entry,
  platform: 'node',
  external: isPackage,
  plugins: [{ name: 'own modules', resolveId, transform }],
  logLevel: 'warn',
});
await bundle.write({
  dir: written,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'main-[name]-[hash].js',
});
for (const file of readdirSync(written)) renameSync(join(written, file), join(dist, 'src', file));
rmSync(written, { recursive: true });
