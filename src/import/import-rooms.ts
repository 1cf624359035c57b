/** An export becomes rooms: it is read and sorted as a whole, then each room is written, published and verified. */
import type { Rooms } from '#actors/room/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import { ROOM_NAME_MAX } from '#src/domain/limits.js';
import { defaultSettings, type Visibility } from '#src/domain/rooms/room.js';
import { deriveSlug, suffixSlug } from '#src/domain/text/slug.js';
import { cleanName, firstCharacters } from '#src/domain/text/text.js';
import { RefusalError } from '#src/errors.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { AccountMapping, MappedAccount } from './account-mapping.js';
import { ImportError, type SourceMessage, type SourceRoom } from './common-form.js';
import { derivedId } from './derived-ids.js';
import type { ExportFiles } from './files/export-files.js';
import { MAPPED_MEMBERS_MAX } from './import-bounds.js';
import type { ImportReport, RoomResult } from './import-report.js';
import type { ReadExport } from './read-export.js';
import { firstChain } from './writing/chain.js';
import { FileStore } from './writing/file-store.js';
import { RoomWriter } from './writing/room-writer.js';
import { rowsOfMessage } from './writing/rows-of-message.js';

export interface ImportDeps {
  rooms: Rooms;
  reader: Reader;
  objects: Pick<ObjectStore, 'write'>;
  files: ExportFiles;
  report: ImportReport;
  newId(): string;
  /** Called with each room and its rows so far. */
  onProgress?(room: string, rows: number): void;
  verify(room: string): Promise<{ problems: readonly unknown[] }>;
}

export interface ImportOptions {
  kind: string;
  founder: MappedAccount;
  mapping: AccountMapping;
  visibility: Visibility;
  /** Part of every derived id: another label imports the same export once more. */
  label: string;
}

const PROGRESS_ROWS = 500;

export async function importRooms(deps: ImportDeps, options: ImportOptions, source: ReadExport): Promise<void> {
  let open: OpenRoom | null = null;
  for await (const { room, message } of source.messages.all()) {
    if (open?.number !== room) {
      await open?.publish();
      open = await OpenRoom.begin(deps, options, { source, number: room, first: message });
    }
    await open.write(message);
  }
  await open?.publish();
}

interface Place {
  source: ReadExport;
  number: number;
  first: SourceMessage;
}

class OpenRoom {
  readonly number: number;
  readonly #deps: ImportDeps;
  readonly #options: ImportOptions;
  readonly #source: ReadExport;
  readonly #id: string;
  readonly #slug: string;
  readonly #writer: RoomWriter;
  readonly #members = new Map<string, MappedAccount>();
  /** Ids of messages at the time of the last one: exports that overlap have the same message twice. */
  #at = -1;
  readonly #sameTime = new Set<string>();

  private constructor(deps: ImportDeps, options: ImportOptions, place: Place, begun: Begun) {
    this.#deps = deps;
    this.#options = options;
    this.#source = place.source;
    this.number = place.number;
    this.#id = begun.id;
    this.#slug = begun.slug;
    this.#writer = begun.writer;
  }

  static async begin(deps: ImportDeps, options: ImportOptions, place: Place): Promise<OpenRoom> {
    const room = place.source.rooms[place.number] as SourceRoom;
    const id = derivedId('room', options.kind, options.label, room.id);
    const { slug, stored, isPublished, chain } = await beginRoom(deps, options, { id, room, at: place.first.at });
    const { rooms, objects, files, report } = deps;
    const store = new FileStore({ rooms, objects, files });
    const writer = new RoomWriter({ rooms, files: store, report, room: id, stored, isPublished }, chain);
    const opened = new OpenRoom(deps, options, place, { id, slug, writer });
    for (const person of room.members) opened.#mapped(person);
    return opened;
  }

  #mapped(id: string): MappedAccount | null {
    const person = this.#source.people.get(id);
    const account = person ? this.#options.mapping.of(person) : null;
    if (account) this.#members.set(account.accountId, account);
    if (this.#members.size > MAPPED_MEMBERS_MAX) {
      throw new ImportError(`room ${this.#slug}`, `more than ${MAPPED_MEMBERS_MAX} of its people are mapped`);
    }
    return account;
  }

  async write(message: SourceMessage): Promise<void> {
    if (this.#isRepeated(message)) return this.#deps.report.leave(message.place, message.id, 'repeated messages');
    const rows = rowsOfMessage(message);
    if (rows.length === 0) return this.#deps.report.count('messages without content');
    const person = this.#source.people.get(message.author) ?? { id: message.author, name: message.author, email: null };
    const author = { person, account: this.#mapped(message.author) };
    for (const row of rows) {
      await this.#writer.write(row, author);
      const { rows: written } = this.#writer;
      if (written > 0 && written % PROGRESS_ROWS === 0) this.#deps.onProgress?.(this.#slug, written);
    }
  }

  #isRepeated({ at, id }: SourceMessage): boolean {
    if (at !== this.#at) this.#sameTime.clear();
    this.#at = at;
    const isRepeated = this.#sameTime.has(id);
    this.#sameTime.add(id);
    return isRepeated;
  }

  async publish(): Promise<void> {
    const { rooms, report, verify } = this.#deps;
    const { founder, visibility } = this.#options;
    await this.#writer.settle();
    const members = [...this.#members.values()];
    const after = this.#writer.chain;
    await rooms.ask(this.#id, { type: 'publish_import', founder, members, visibility, after });
    await this.#forgetDeleted([founder, ...members]);
    const { problems } = await verify(this.#id);
    const { rows, earlierRows, storedFiles } = this.#writer;
    const { name } = this.#source.rooms[this.number] as SourceRoom;
    const count = new Set([founder, ...members].map(({ accountId }) => accountId)).size;
    const result: RoomResult = {
      name,
      slug: this.#slug,
      id: this.#id,
      rows,
      earlierRows,
      files: storedFiles,
      members: count,
      problems: problems.length,
    };
    report.rooms.push(result);
  }

  /** Beside a running cluster an account may be deleted while its rows are written, before its room can be found. */
  async #forgetDeleted(accounts: MappedAccount[]): Promise<void> {
    const { rooms, reader, newId } = this.#deps;
    const docs = await reader.getMany<Doc>(
      'accounts',
      accounts.map(({ accountId }) => accountId),
    );
    for (const [at, { accountId: account }] of accounts.entries()) {
      if (docs[at]) continue;
      await rooms.ask(this.#id, { type: 'depart', account });
      for (const isLast of [false, true]) {
        const command = { type: 'anonymize_account', account, tombstone: newId(), isLast } as const;
        let from = (await rooms.ask(this.#id, { ...command, from: null })).next;
        while (from) from = (await rooms.ask(this.#id, { ...command, from })).next;
      }
    }
  }
}

interface Begun {
  id: string;
  slug: string;
  writer: RoomWriter;
}

/** Begins the room under the slug of its name, or under one with a suffix, or finds where an earlier run ended. */
async function beginRoom(
  { rooms }: ImportDeps,
  { founder, kind, label }: ImportOptions,
  { id, room, at }: { id: string; room: SourceRoom; at: number },
): Promise<{ slug: string; stored: string; isPublished: boolean; chain: string }> {
  const name = firstCharacters(cleanName(room.name), ROOM_NAME_MAX) || room.id;
  const settings = { ...defaultSettings, name };
  const chain = firstChain(kind, label, room.id, founder.accountId);
  const slug = deriveSlug(name);
  for (const candidate of [slug, suffixSlug(slug, id.slice(0, 4)), suffixSlug(slug, id.slice(0, 8))]) {
    try {
      const command = {
        type: 'import_room',
        slug: candidate,
        settings,
        founder: founder.accountId,
        at,
        chain,
      } as const;
      const progress = await rooms.ask(id, command);
      return { slug: progress.slug, stored: progress.chain ?? chain, isPublished: progress.isPublished, chain };
    } catch (error) {
      if (error instanceof RefusalError && error.refusal.code === 'invalid_state') {
        throw new ImportError(`room ${name}`, 'it was imported and deleted; --label <word> imports it once more');
      }
      if (!(error instanceof RefusalError) || error.refusal.code !== 'validation_failed') throw error;
    }
  }
  throw new ImportError(`room ${name}`, 'no slug is free for it');
}
