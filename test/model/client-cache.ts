/** What a client holds of a room, kept right by `open_room` with `afterSeq` alone. */
import type { Announcement, OpenedRoom, RowView } from '#actors/room/commands.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Row } from '#src/domain/messages/message.js';
import type { RoomFixture } from '../support/rooms/room-fixture.js';

type Shown = Omit<Row, 'edits'>;

export class ClientCache {
  readonly #fixture: RoomFixture;
  readonly #by: Caller;
  seq: number | null = null;
  resets = 0;
  #rows = new Map<string, Shown>();

  constructor(fixture: RoomFixture, by: Caller) {
    this.#fixture = fixture;
    this.#by = by;
  }

  get rows(): Shown[] {
    return [...this.#rows.values()].sort((a, b) => a.seq - b.seq);
  }

  /** A client drops by its own clock what has expired. */
  expire(before: number): void {
    for (const row of this.rows) if (row.at <= before) this.#rows.delete(row.id);
  }

  /** Catches up in pages of `limit`, or begins anew when told to. */
  async sync(limit: number): Promise<void> {
    if (this.seq === null) return this.#begin();
    for (let hasMore = true; hasMore; ) {
      const { id } = this.#fixture;
      const page: OpenedRoom = await this.#fixture.ok(this.#by, { type: 'open_room', id, afterSeq: this.seq, limit });
      if (page.reset) {
        this.resets += 1;
        return this.#begin();
      }
      if (page.hasMore && page.seq <= this.seq) throw new Error(`a page that leads nowhere, after ${this.seq}`);
      for (const { row } of page.messages) this.#rows.set(row.id, shown(row));
      for (const change of page.changes) this.#apply(change);
      ({ seq: this.seq, hasMore } = page);
    }
  }

  async #begin(): Promise<void> {
    this.#rows = new Map();
    const { rows, seq } = await allRows(this.#fixture, this.#by);
    for (const row of rows) this.#rows.set(row.id, row);
    this.seq = seq;
  }

  #apply({ event, seq }: Announcement): void {
    if (event.type === 'message:edited' && this.#rows.has(event.message.row.id)) {
      this.#rows.set(event.message.row.id, shown(event.message.row));
    } else if (event.type === 'message:reactions') {
      this.#change(event.messageId, { reactions: event.reactions }, seq);
    } else if (event.type === 'message:deleted') {
      const { deletedAt } = event;
      const nothing = { body: '', attachment: null, mentions: [], hashtags: [], reactions: {} };
      this.#change(event.messageId, { ...nothing, deletedAt }, seq);
    }
  }

  #change(id: string, change: Partial<Shown>, rev: number): void {
    const row = this.#rows.get(id);
    if (row) this.#rows.set(id, { ...row, ...change, rev: Math.max(rev, row.rev) });
  }
}

/** Every row the reader sees now, page by page. */
export async function allRows(fixture: RoomFixture, by: Caller, limit = 200): Promise<{ rows: Shown[]; seq: number }> {
  const rows: Shown[] = [];
  for (let after = 0; ; ) {
    const page = await fixture.ok(by, {
      type: 'list_messages',
      afterSeq: after,
      limit,
    });
    rows.push(...page.messages.map(({ row }: RowView) => shown(row)));
    const last = page.messages.at(-1);
    if (!page.hasMore || !last) return { rows, seq: page.seq };
    after = last.row.seq;
  }
}

/** What a reader may know of a row. An edit shows the row as it is now, its reactions included. */
export function shown({ edits: _, ...row }: Row): Shown {
  return { ...row, reactions: { ...row.reactions } };
}
