/** TypeScript as Node runs it, compiled once for all processes and kept below `.cache/`. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');

const root = resolve(__dirname, '../../..');
const cache = join(root, '.cache/test-modules');
const mutant = mutantOf(process.env.MEYDAN_MUTANT);
/** A folder with sources that hold all of their mutants (scripts/mutation), in place of the real ones. */
const instrumented = process.env.MEYDAN_MUTATION;
const options = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: true,
};
mkdirSync(cache, { recursive: true });

function mutantOf(name) {
  if (name === undefined) return undefined;
  const found = require('../../mutants/mutants.cjs').find((each) => each.name === name);
  if (!found) throw new Error(`there is no mutant called "${name}"`);
  return found;
}

/** The JavaScript of a source. */
function compiled(path) {
  const file = compiledFile(path);
  return readFileSync(`${file}.js`, 'utf8');
}

/** Where the map of its lines is. */
function mapOf(path) {
  return `${compiledFile(path)}.map`;
}

function compiledFile(path) {
  const source = mutated(path, readFileSync(servedFor(path), 'utf8'));
  const file = join(cache, createHash('sha256').update(`${version}\n${path}\n${source}`).digest('hex'));
  if (existsSync(`${file}.js`)) return file;
  const { code, map } = transformSync(source, { ...options, filename: path });
  put(`${file}.map`, map);
  put(`${file}.js`, code);
  return file;
}

function servedFor(path) {
  if (instrumented === undefined) return path;
  const served = join(instrumented, relative(root, path));
  return existsSync(served) ? served : path;
}

/** With the mistake that MEYDAN_MUTANT names (test/mutants), where it belongs to this file. */
function mutated(path, source) {
  if (mutant === undefined) return source;
  const file = relative(root, path).replaceAll('\\', '/');
  const changes = [mutant, mutant.also].filter((change) => change?.file === file);
  return changes.reduce((text, { find, replace }) => {
    if (text.split(find).length !== 2) throw new Error(`${file} does not hold once what the mutant changes: ${find}`);
    return text.replace(find, () => replace);
  }, source);
}

/** Several processes may compile the same file at once; each sees a whole one. */
function put(file, text) {
  const draft = `${file}.${process.pid}.${Math.random()}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

module.exports = { compiled, mapOf };
