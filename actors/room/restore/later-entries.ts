/** The entries behind a cut: what they did that a roll-back cannot undo, and the files that they use. */
import { projectUseEnd } from '#actors/writers/commands.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { filesOf } from '#src/domain/messages/media.js';
import type { Write } from '#src/store/store.js';
import type { LaterChange } from '../commands/restore-commands.js';

export class LaterEntries {
  readonly #upTo: number;
  /** Of each row or photo its last change of a kind, in the order of the log. */
  readonly #changes = new Map<string, LaterChange & { row?: number }>();

  constructor(upTo: number) {
    this.#upTo = upTo;
  }

  /** Returns the writes that release the entry's files. */
  follow({ room, seq, at, row, facts }: LogEntry): Write[] {
    for (const fact of facts) this.#followFact(fact);
    const added = facts.flatMap((fact) => (fact.type === 'photo_added' ? [fact.photo] : []));
    return [
      ...(row ? filesOf(row) : []).flatMap(({ key }) => projectUseEnd({ key, owner: room, by: seq }, at)),
      ...added.flatMap(({ id, key, thumbKey }) =>
        [key, thumbKey].flatMap((each) => projectUseEnd({ key: each, owner: room, by: id }, at)),
      ),
    ];
  }

  #followFact(fact: Fact): void {
    switch (fact.type) {
      case 'message_edited':
        return this.#note(fact.row, { type: 'edited', messageId: fact.id });
      case 'message_deleted':
        return this.#note(fact.row, { type: 'deleted', messageId: fact.id });
      case 'rows_expired':
        for (const { seq, id } of fact.rows) this.#note(seq, { type: 'deleted', messageId: id });
        return;
      case 'view_once_opened':
      case 'file_removed':
      case 'article_offered':
      case 'article_shared':
        return this.#note(fact.row, { type: 'outward', fact });
      case 'photo_removed':
        return this.#keep(`photo ${fact.photo.id}`, { type: 'photo_removed', photoId: fact.photo.id });
    }
  }

  #note(row: number, change: LaterChange): void {
    if (row > this.#upTo) return;
    const what = change.type === 'outward' ? change.fact.type : change.type;
    this.#keep(`${row} ${what}`, { ...change, row });
  }

  #keep(key: string, change: LaterChange & { row?: number }): void {
    this.#changes.delete(key);
    this.#changes.set(key, change);
  }

  /** The text of an earlier edit is in its own entry: the roll-back finds it there. */
  withoutEditsOf(rows: ReadonlySet<number>): LaterChange[] {
    const lasting = [...this.#changes.values()].filter(
      ({ type, row }) => type !== 'edited' || row === undefined || !rows.has(row),
    );
    return lasting.map(({ row: _, ...change }) => change as LaterChange);
  }
}
