/** Compressed once, at the build, with the best ratio: the files of the pages are served from copies beside them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Pictures and archives are compressed already. */
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt']);
/** Below this an answer fits into one packet either way. */
const BYTES_MIN = 1_024;

const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
const codings = {
  '.br': (bytes) => brotliCompressSync(bytes, { params }),
  '.gz': (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes `name.br` and `name.gz` beside each file of the folder that is smaller for it. */
export function precompress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !texts.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < BYTES_MIN) continue;
    for (const [ending, compress] of Object.entries(codings)) {
      const compressed = compress(bytes);
      if (compressed.length < bytes.length) writeFileSync(file + ending, compressed);
    }
  }
}
