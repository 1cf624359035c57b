/** TypeScript as Node runs it, compiled once for all processes and kept below `.cache/`. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { transformSync, version } = require('@swc/core');

const cache = resolve(__dirname, '../../../.cache/test-modules');
const options = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: true,
};
mkdirSync(cache, { recursive: true });

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
  const source = readFileSync(path, 'utf8');
  const file = join(cache, createHash('sha256').update(`${version}\n${path}\n${source}`).digest('hex'));
  if (existsSync(`${file}.js`)) return file;
  const { code, map } = transformSync(source, { ...options, filename: path });
  put(`${file}.map`, map);
  put(`${file}.js`, code);
  return file;
}

/** Several processes may compile the same file at once; each sees a whole one. */
function put(file, text) {
  const draft = `${file}.${process.pid}.${Math.random()}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

module.exports = { compiled, mapOf };
