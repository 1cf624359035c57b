/**
 * What a process has reached of the sources, from the coverage that V8 has written (NODE_V8_COVERAGE): of each function,
 * and of each block in it that was passed less often than what is around it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../setup.mjs';

const { compiled, mapOf } = createRequire(import.meta.url)('../../test/support/runner/compiled-typescript.cjs');

/** `folders`: of the sources that are asked about. Answers what was never reached, and how much there is of each folder. */
export function reachedCode(coverageDir, folders) {
  const scripts = new Map();
  for (const name of readdirSync(coverageDir)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(coverageDir, name), 'utf8')).result) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) continue;
      const file = relative(root, fileURLToPath(url)).replaceAll('\\', '/');
      const folder = folders.find((each) => file.startsWith(`${each}/`));
      if (folder) scripts.set(file, { folder, functions });
    }
  }
  const figures = Object.fromEntries(folders.map((folder) => [folder, { files: 0, places: 0, reached: 0 }]));
  const missed = [];
  for (const [file, { folder, functions }] of [...scripts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const places = placesOf(file, functions);
    const never = places.filter(({ isReached }) => !isReached);
    figures[folder].files += 1;
    figures[folder].places += places.length;
    figures[folder].reached += places.length - never.length;
    missed.push(...never);
  }
  return { figures, missed };
}

export function reachedCodeText({ figures, missed }) {
  const parts = Object.entries(figures).map(([folder, { files, places, reached }]) => {
    const share = places === 0 ? '–' : `${((100 * reached) / places).toFixed(1)} %`;
    return `${folder}: ${reached} of ${places} functions and blocks in ${files} files (${share})`;
  });
  return [...missed.map(({ file, line, text }) => `${file}:${line}  ${text}`), ...parts].join('\n');
}

function placesOf(file, functions) {
  const path = join(root, file);
  const code = compiled(path);
  const source = readFileSync(path, 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(mapOf(path), 'utf8')));
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  const placeOf = (kind, { startOffset, endOffset, count }) => {
    const skipped = code.slice(startOffset).search(/[^\s{}();]/);
    const offset = startOffset + Math.max(0, skipped);
    const row = starts.findLastIndex((start) => start <= offset);
    const { originalLine } = map.findEntry(row, offset - starts[row]);
    // What stands after a `return` or a `throw` and holds nothing is no place.
    const isEmpty = offset >= endOffset || originalLine === undefined;
    const text = isEmpty ? '' : `${kind}${source[originalLine]?.trim()}`;
    return { file, line: (originalLine ?? 0) + 1, text, isReached: count > 0, isEmpty };
  };
  return functions.flatMap(({ functionName, ranges: [whole, ...blocks], isBlockCoverage }) => {
    const isModule = functionName === '' && whole.startOffset === 0;
    const own = isModule ? [] : [placeOf('', whole)];
    // Nothing in a function that was never called is looked at.
    const inner = whole.count > 0 && isBlockCoverage ? blocks.map((block) => placeOf('… ', block)) : [];
    return [...own, ...inner].filter(({ isEmpty }) => !isEmpty);
  });
}
