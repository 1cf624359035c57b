/**
 * How Node loads the sources under jest: TypeScript by swc, `.js` in an import is the `.ts` beside it, `#…` names lead
 * to the sources. Modules under `test/` are loaded anew for each file of tests; everything else once for a process.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const root = new URL('../../../', import.meta.url);
const tests = new URL('test/', root).href;
const cache = fileURLToPath(new URL('.cache/test-modules/', root));
const options = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};
mkdirSync(cache, { recursive: true });

export async function resolve(specifier, context, next) {
  const parent = context.parentURL ?? root.href;
  const source = specifier.startsWith('.') ? typescriptOf(specifier, parent) : null;
  const conditions = [...context.conditions, 'source'];
  const resolved = source
    ? { url: source, format: 'module', shortCircuit: true }
    : await next(specifier, { ...context, conditions });
  const { search } = new URL(parent);
  return resolved.url.startsWith(tests) && !resolved.url.includes('?')
    ? { ...resolved, url: resolved.url + search }
    : resolved;
}

/** The `.ts` that is meant by a relative import of a `.js`, or by one without an ending. */
function typescriptOf(specifier, parent) {
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  url.search = '';
  return url.pathname.endsWith('.ts') && existsSync(url) ? url.href : null;
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const key = createHash('sha256').update(version).update(path).update(source).digest('hex');
  const file = `${cache}${key}.js`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code } = transformSync(source, { ...options, filename: path });
  // Several processes may compile the same file at once; each sees a whole one.
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
}
