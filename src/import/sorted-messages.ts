/**
 * Messages by room and time, in bounded memory: sorted runs in a temporary folder, merged when they are read. Messages
 * of one time keep the order of the export, so that every run of the import sees the same order.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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

export class SortedMessages {
  readonly #folder: string;
  #open: Placed[] = [];
  #bytes = 0;
  #order = 0;
  #runs = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<SortedMessages> {
    return new SortedMessages(await mkdtemp(join(tmpdir(), 'meydan-import-')));
  }

  async add(room: number, message: SourceMessage): Promise<void> {
    this.#open.push({ room, order: this.#order, message });
    this.#order += 1;
    // Its size in memory, roughly.
    this.#bytes += 600 + message.body.length * 2 + message.files.length * 300;
    if (this.#bytes >= RUN_BYTES_MAX) await this.#write();
  }

  async #write(): Promise<void> {
    if (this.#runs === RUNS_MAX) throw new ImportError('the export', `it needs more than ${RUNS_MAX} sorted runs`);
    const sorted = this.#open.sort(before);
    await pipeline(Readable.from(linesFor(sorted)), createWriteStream(this.#pathOf(this.#runs), { mode: 0o600 }));
    this.#runs += 1;
    this.#open = [];
    this.#bytes = 0;
  }

  #pathOf(run: number): string {
    return join(this.#folder, `${run}.jsonl`);
  }

  /** Every message, room after room, oldest first. */
  async *all(): AsyncGenerator<{ room: number; message: SourceMessage }> {
    const inMemory = this.#open.sort(before);
    if (this.#runs === 0) return yield* inMemory;
    const runs = [fromMemory(inMemory), ...Array.from({ length: this.#runs }, (_, run) => fromFile(this.#pathOf(run)))];
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
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function* linesFor(placed: Placed[]): Generator<string> {
  for (const each of placed) yield `${JSON.stringify(each)}\n`;
}

async function* fromMemory(placed: Placed[]): AsyncGenerator<Placed> {
  yield* placed;
}

async function* fromFile(path: string): AsyncGenerator<Placed> {
  for await (const { text } of linesOf(createReadStream(path), path)) yield JSON.parse(text) as Placed;
}
