/**
 * Writes the rows of one room in their order, many on their way at once. The room takes a row only behind the row before
 * it, so that a failure stops all that follow, and a later run goes on at the same place.
 */
import type { ImportedMessage, Rooms } from '#actors/room/commands.js';
import type { MappedAccount } from '../account-mapping.js';
import { ImportError, type SourcePerson } from '../common-form.js';
import { WINDOW_BYTES_MAX, WINDOW_MAX } from '../import-bounds.js';
import type { ImportReport } from '../import-report.js';
import { nextChain, rowsIn } from './chain.js';
import { type FileStore, lineOf } from './file-store.js';
import { reactionsOf, type SourceRow } from './rows-of-message.js';

export interface RowAuthor {
  person: SourcePerson;
  account: MappedAccount | null;
}

export interface RoomWriterDeps {
  rooms: Rooms;
  files: FileStore;
  report: ImportReport;
  room: string;
  /** What an earlier run has stored. */
  stored: string;
  isPublished: boolean;
}

export class RoomWriter {
  readonly #deps: RoomWriterDeps;
  #chain: string;
  #window: { sent: Promise<unknown>; bytes: number }[] = [];
  #bytes = 0;
  rows = 0;
  earlierRows = 0;
  storedFiles = 0;

  constructor(deps: RoomWriterDeps, firstChain: string) {
    this.#deps = deps;
    this.#chain = firstChain;
    if (rowsIn(deps.stored) === 0) this.#compare();
  }

  get chain(): string {
    return this.#chain;
  }

  async write(row: SourceRow, author: RowAuthor): Promise<void> {
    const after = this.#chain;
    this.#chain = nextChain(after, row, author.account);
    if (rowsIn(after) < rowsIn(this.#deps.stored)) {
      this.earlierRows += 1;
      return this.#compare();
    }
    if (this.#deps.isPublished) throw this.#changed();
    const message = await this.#messageOf(row, author);
    await this.#send(row, message, after);
    this.rows += 1;
  }

  /** Where the earlier run ended, its chain has to be the one that this run computes. */
  #compare(): void {
    const { stored } = this.#deps;
    if (rowsIn(this.#chain) === rowsIn(stored) && this.#chain !== stored) throw this.#changed();
  }

  #changed(): ImportError {
    const reason =
      'it was imported from another export, with another mapping or founder; --label <word> imports it once more';
    return new ImportError(`room ${this.#deps.room}`, reason);
  }

  async #messageOf(row: SourceRow, { person, account }: RowAuthor): Promise<ImportedMessage> {
    const { message, isFirst } = row;
    const { kept, left } = reactionsOf(message);
    if (isFirst && left > 0) this.#deps.report.count('kinds of reactions', left);
    const { kind, body, attachment } = await this.#contentOf(row);
    return {
      kind,
      body,
      attachment,
      sender: account ?? { accountId: null, username: person.name },
      replyTo: isFirst ? message.replyTo : null,
      discussionOf: message.threadOf,
      editedAt: isFirst ? message.editedAt : null,
      reactions: isFirst ? kept : {},
    };
  }

  async #contentOf({
    source,
    body,
    file,
    message,
  }: SourceRow): Promise<Pick<ImportedMessage, 'kind' | 'body' | 'attachment'>> {
    if (file === null) return { kind: 'text', body, attachment: null };
    const stored = await this.#deps.files.store(this.#deps.room, source, file);
    if ('refused' in stored) {
      this.#deps.report.leave(message.place, file.name, stored.refused);
      return { kind: 'text', body: [body, lineOf(file)].filter(Boolean).join('\n'), attachment: null };
    }
    this.storedFiles += 1;
    return { body, ...stored };
  }

  async #send(row: SourceRow, message: ImportedMessage, after: string): Promise<void> {
    const { rooms, room } = this.#deps;
    const { source } = row;
    const command = { type: 'import_message', source, at: row.message.at, message, after, chain: this.#chain } as const;
    const sent = rooms.ask(room, command);
    // It is awaited later, in its order.
    sent.catch(() => undefined);
    const bytes = 1_024 + Buffer.byteLength(message.body);
    this.#window.push({ sent, bytes });
    this.#bytes += bytes;
    while (this.#window.length >= WINDOW_MAX || this.#bytes > WINDOW_BYTES_MAX) await this.#oldest();
  }

  async #oldest(): Promise<void> {
    const oldest = this.#window.shift();
    this.#bytes -= oldest?.bytes ?? 0;
    await oldest?.sent;
  }

  /** Everything that was sent is stored. */
  async settle(): Promise<void> {
    while (this.#window.length > 0) await this.#oldest();
    if (rowsIn(this.#chain) < rowsIn(this.#deps.stored)) throw this.#changed();
  }
}
