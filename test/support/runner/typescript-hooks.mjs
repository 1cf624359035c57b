/**
 * How Node finds and loads the sources under jest: TypeScript compiled, `.js` in an import as the `.ts` beside it, `#…`
 * as the sources. Modules under `test/` are loaded anew for each file of tests, everything else once for a process.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled-typescript.cjs';

const root = new URL('../../../', import.meta.url);
const tests = new URL('test/', root).href;
/** A run of mutation testing has the embedded store in its own process: a thread runs the build, without mutants. */
const isMutation = process.env.MEYDAN_MUTATION !== undefined;
const storeLink = new URL('src/store/embedded/worker-link.ts', root).href;
const inProcess = new URL('test/support/store/in-process-worker.ts', root).href;

export async function resolve(specifier, context, next) {
  const parent = context.parentURL ?? root.href;
  if (isMutation && specifier === 'node:worker_threads' && parent === storeLink) {
    return { url: inProcess, format: 'module', shortCircuit: true };
  }
  const source = specifier.startsWith('.') ? typescriptOf(specifier, parent) : null;
  const conditions = [...context.conditions, 'source'];
  const resolved = source
    ? { url: source, format: 'module', shortCircuit: true }
    : await next(specifier, { ...context, conditions });
  const isOfFile = resolved.url.startsWith(tests) && !resolved.url.includes('?');
  return isOfFile ? { ...resolved, url: resolved.url + new URL(parent).search } : resolved;
}

/** The `.ts` that a relative import means by `.js`. */
function typescriptOf(specifier, parent) {
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  url.search = '';
  return url.pathname.endsWith('.ts') && existsSync(url) ? url.href : null;
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}
