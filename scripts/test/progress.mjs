/** The reports of jest and of the processes of its files, and the time since the last report of each. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 65_536;

export class Progress {
  /** Every file that is meant to run. */
  planned = new Set();
  /** By path: its counts. */
  ended = new Map();
  #running = new Map();
  #jestQuietMs = 0;
  #file;
  #read = 0;
  #rest = '';

  constructor(file) {
    this.#file = file;
  }

  /** A round of jest begins: nothing of an earlier one runs any more. */
  begin() {
    this.update(0);
    this.#running.clear();
    this.#jestQuietMs = 0;
  }

  /** Takes in the reports since the last time, `elapsedMs` ago. */
  update(elapsedMs) {
    this.#jestQuietMs += elapsedMs;
    for (const each of this.#running.values()) each.quietMs += elapsedMs;
    for (const line of this.#newLines()) this.#take(JSON.parse(line));
  }

  /** The files without a report for so long, or jest itself. A file has no process at its beginning. */
  stalled({ fileMs, beginningMs }) {
    const files = [...this.#running.values()].filter(({ quietMs, pid }) => quietMs >= (pid ? fileMs : beginningMs));
    if (files.length > 0) return files;
    return this.#jestQuietMs >= beginningMs ? [{ path: null }] : [];
  }

  unfinished() {
    return [...this.planned].filter((path) => !this.ended.has(path));
  }

  #take({ kind, path, paths, pid, title, ...counts }) {
    if (kind === 'planned') for (const each of paths) this.planned.add(each);
    if (kind === 'begin') this.#running.set(path, { path, quietMs: 0, pid: null, title: null });
    if (kind === 'end') {
      this.#running.delete(path);
      this.ended.set(path, counts);
    }
    this.#jestQuietMs = kind === 'alive' ? this.#jestQuietMs : 0;
    const running = this.#running.get(path);
    if (running) Object.assign(running, { quietMs: 0, pid: pid ?? running.pid, title: title ?? running.title });
  }

  #newLines() {
    if (!existsSync(this.#file)) return [];
    const file = openSync(this.#file, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      let text = this.#rest;
      for (let bytes; (bytes = readSync(file, chunk, 0, CHUNK_BYTES, this.#read)) > 0; this.#read += bytes)
        text += chunk.toString('latin1', 0, bytes);
      const lines = text.split('\n');
      this.#rest = lines.pop();
      return lines.map((line) => Buffer.from(line, 'latin1').toString('utf8'));
    } finally {
      closeSync(file);
    }
  }
}
