/** Reads a whole export before anything is written: a mistake anywhere in it leaves the store as it was. */
import { cleanName } from '#src/domain/text/text.js';
import { ImportError, type SourceItem, type SourceMessage, type SourcePerson, type SourceRoom } from './common-form.js';
import { MESSAGE_FILES_MAX, PEOPLE_MAX, ROOMS_MAX, TEXT_CHARS_MAX } from './import-bounds.js';
import type { ImportReport } from './import-report.js';
import { SortedMessages } from './sorted-messages.js';

export interface ReadExport {
  rooms: SourceRoom[];
  people: ReadonlyMap<string, SourcePerson>;
  messages: SortedMessages;
  /** How many messages each room has. */
  counts: ReadonlyMap<string, number>;
}

const DAY_MS = 86_400_000;

export async function readExport(
  items: AsyncIterable<SourceItem>,
  { report, now, only }: { report: ImportReport; now: number; only?: ReadonlySet<string> | undefined },
): Promise<ReadExport> {
  const messages = new SortedMessages();
  const collected = new Collected(messages, { now, only });
  try {
    for await (const item of items) {
      if (item.kind === 'skipped') report.count(item.what);
      else if (item.kind === 'room') collected.room(item.room);
      else if (item.kind === 'person') collected.person(item.person);
      else await collected.message(item.message);
    }
    collected.checkOnly();
    return { ...collected, messages };
  } catch (error) {
    await messages.remove();
    throw error;
  }
}

class Collected {
  readonly rooms: SourceRoom[] = [];
  readonly people = new Map<string, SourcePerson>();
  readonly counts = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #messages: SortedMessages;
  readonly #now: number;
  readonly #only: ReadonlySet<string> | undefined;

  constructor(messages: SortedMessages, { now, only }: { now: number; only: ReadonlySet<string> | undefined }) {
    this.#messages = messages;
    this.#now = now;
    this.#only = only;
  }

  room(room: SourceRoom): void {
    const known = this.#numbers.get(room.id);
    // Parts of one room may lie in several files.
    if (known !== undefined) return;
    if (this.rooms.length === ROOMS_MAX) throw new ImportError('the export', `it has more than ${ROOMS_MAX} rooms`);
    this.#numbers.set(room.id, this.rooms.length);
    this.rooms.push(room);
  }

  /** A name that no room has is a mistake: the command would end well without it. */
  checkOnly(): void {
    const names = new Set(this.rooms.map(({ name }) => name));
    const unknown = [...(this.#only ?? [])].find((name) => !names.has(name));
    if (unknown !== undefined) throw new ImportError('the export', `it has no room "${unknown}"`);
  }

  person(person: SourcePerson): void {
    if (this.people.size === PEOPLE_MAX) throw new ImportError('the export', `it has more than ${PEOPLE_MAX} people`);
    this.people.set(person.id, { ...person, name: cleanName(person.name) || person.id });
  }

  async message(message: SourceMessage): Promise<void> {
    const number = this.#numbers.get(message.room);
    if (number === undefined) throw new ImportError(message.place, 'it belongs to no room of the export');
    if (message.at > this.#now + DAY_MS) throw new ImportError(message.place, 'its time is in the future');
    if (message.body.length > TEXT_CHARS_MAX || message.files.length > MESSAGE_FILES_MAX) {
      throw new ImportError(
        message.place,
        `it has more than ${TEXT_CHARS_MAX} characters or ${MESSAGE_FILES_MAX} files`,
      );
    }
    if (!this.people.has(message.author)) {
      this.person({ id: message.author, name: message.authorName ?? message.author, email: null });
    }
    const { name } = this.rooms[number] as SourceRoom;
    if (this.#only && !this.#only.has(name)) return;
    this.counts.set(message.room, (this.counts.get(message.room) ?? 0) + 1);
    await this.#messages.add(number, message);
  }
}
