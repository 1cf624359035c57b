/**
 * Messages by room and time, in bounded memory: sorted runs in a temporary file, merged when they are read. Messages
 * of one time keep the order of the export, so that every run of the import sees the same order.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError, type SourceMessage } from './common-form.js';
import { linesOf } from './files/lines.js';
import { RUN_BYTES_MAX, RUNS_MAX } from './import-bounds.js';

interface Placed {
  /** The number of the room in the order of the export. */
  room: number;
  order: number;
  message: SourceMessage;
}

const before = (a: Placed, b: Placed): number => a.room - b.room || a.message.at - b.message.at || a.order - b.order;

/** The bytes of a sorted run in the file; `end` is its last one. */
interface Run {
  start: number;
  end: number;
}

export class SortedMessages {
  #file: FileHandle | null = null;
  readonly #runs: Run[] = [];
  #open: Placed[] = [];
  #bytes = 0;
  #order = 0;

  async add(room: number, message: SourceMessage): Promise<void> {
    this.#open.push({ room, order: this.#order, message });
    this.#order += 1;
    // Its size in memory, roughly.
    this.#bytes += 600 + message.body.length * 2 + message.files.length * 300;
    if (this.#bytes >= RUN_BYTES_MAX) await this.#write();
  }

  async #write(): Promise<void> {
    if (this.#runs.length === RUNS_MAX)
      throw new ImportError('the export', `it needs more than ${RUNS_MAX} sorted runs`);
    this.#file ??= await openNameless();
    const sorted = this.#open.sort(before);
    const start = (this.#runs.at(-1)?.end ?? -1) + 1;
    const lines = createWriteStream('', { fd: this.#file.fd, start, autoClose: false });
    await pipeline(Readable.from(linesFor(sorted)), lines);
    this.#runs.push({ start, end: start + lines.bytesWritten - 1 });
    this.#open = [];
    this.#bytes = 0;
  }

  /** Every message, room after room, oldest first. */
  async *all(): AsyncGenerator<{ room: number; message: SourceMessage }> {
    const inMemory = this.#open.sort(before);
    const file = this.#file;
    if (!file) return yield* inMemory;
    const runs = [fromMemory(inMemory), ...this.#runs.map((run) => fromFile(file, run))];
    const heads = await Promise.all(runs.map((run) => run.next()));
    for (;;) {
      let first = -1;
      for (const [at, { done, value }] of heads.entries()) {
        if (!done && (first < 0 || before(value, heads[first]?.value) < 0)) first = at;
      }
      if (first < 0) return;
      yield heads[first]?.value;
      heads[first] = (await runs[first]?.next()) as IteratorResult<Placed>;
    }
  }

  async remove(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/** What people wrote must not lie there after an import that was killed: the file has no name once it is open. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-import-'));
  try {
    return await open(join(folder, 'runs.jsonl'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function* linesFor(placed: Placed[]): Generator<string> {
  for (const each of placed) yield `${JSON.stringify(each)}\n`;
}

async function* fromMemory(placed: Placed[]): AsyncGenerator<Placed> {
  yield* placed;
}

async function* fromFile({ fd }: FileHandle, run: Run): AsyncGenerator<Placed> {
  const bytes = createReadStream('', { fd, ...run, autoClose: false });
  for await (const { text } of linesOf(bytes, 'the sorted messages')) yield JSON.parse(text) as Placed;
}
