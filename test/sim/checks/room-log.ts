/** What the log of a room says in the end, looked up by what people know. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Documents } from '../edges/documents.js';

export interface LoggedRow {
  seq: number;
  id: string;
  /** Everybody may see it. */
  isPublic: boolean;
  clientId: string | null;
  sender: string | null;
  isDeleted: boolean;
  /** What it said, from which entry on. */
  bodies: [from: number, body: string][];
}

export class RoomLog {
  readonly room: string;
  readonly entries: EntryDoc[];
  readonly rows = new Map<string, LoggedRow>();
  /** By account: since which entry inside (true) or outside. */
  readonly #presence = new Map<string, [from: number, isIn: boolean][]>();

  constructor(room: string, documents: Documents) {
    this.room = room;
    this.entries = documents.range<EntryDoc>('log', { index: '_id', gt: `${room}:`, lt: `${room};`, limit: 10_000 });
    for (const entry of this.entries) this.#follow(entry);
  }

  get newest(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  /** Between two places, oldest first; the first excluded. */
  publicRows(after: number, upTo: number): LoggedRow[] {
    return [...this.rows.values()].filter(({ seq, isPublic }) => isPublic && seq > after && seq <= upTo);
  }

  isInside(account: string, seq: number): boolean {
    let isIn = false;
    for (const [from, inside] of this.#presence.get(account) ?? []) {
      if (from > seq) break;
      isIn = inside;
    }
    return isIn;
  }

  /** What becomes of them next is that they come. */
  joinsAfter(account: string, seq: number): boolean {
    const next = (this.#presence.get(account) ?? []).find(([from]) => from > seq);
    return next?.[1] === true;
  }

  #follow(entry: EntryDoc): void {
    const { row, seq } = entry;
    if (row) {
      this.rows.set(row.id, {
        seq,
        id: row.id,
        isPublic: (row.audience ?? 'all') === 'all',
        clientId: row.clientId ?? null,
        sender: row.sender?.accountId ?? null,
        isDeleted: entry.deletedAt !== undefined,
        bodies: (entry.edits ?? []).length === 0 ? [[seq, entry.content?.body ?? '']] : [],
      });
    }
    for (const fact of entry.facts ?? []) {
      if (fact.type === 'member_joined') this.#move(fact.account, seq, true);
      else if (fact.type === 'member_left') this.#move(fact.account, seq, false);
      else if (fact.type === 'message_edited') {
        this.rows.get(fact.id)?.bodies.push([seq, entry.content?.body ?? '']);
      }
    }
  }

  #move(account: string, seq: number, isIn: boolean): void {
    const moves = this.#presence.get(account) ?? [];
    this.#presence.set(account, moves);
    moves.push([seq, isIn]);
  }
}
