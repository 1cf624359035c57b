/** Photos, openings and the uses of files, followed through the entries and compared with the stored documents. */

import type { FileFact } from '#src/domain/log/file-facts.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { filesOf } from '#src/domain/messages/media.js';
import type { Row } from '#src/domain/messages/message.js';
import { type RoomPhotos, withoutPhoto } from '#src/domain/rooms/room-photos.js';
import { isAboutFiles } from '../log/apply-files.js';
import type { Findings } from './problem.js';
import { type RoomDocs, USES_PAGE } from './room-docs.js';

export class FilesCheck {
  readonly #findings: Findings;
  #photos: RoomPhotos = { photos: [], avatar: null };
  /** The uses as `<key>:<row or photo>`, by the entry that began each. */
  readonly #uses = new Map<string, number>();
  /** The last entry that took a use away. */
  readonly #ended = new Map<string, number>();
  readonly #rows = new Map<number, Pick<Row, 'owner' | 'viewOnce'>>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  follow({ row, facts, seq }: LogEntry): void {
    if (row) this.#followRow(row);
    for (const fact of facts) {
      if (isAboutFiles(fact)) this.#followFact(fact, seq);
      else if (fact.type === 'message_deleted') this.#end(fact.files ?? [], fact.row, seq);
      else if (fact.type === 'rows_expired') for (const over of fact.rows) this.#end(over.files ?? [], over.seq, seq);
    }
  }

  /** A document is used until its hour is over, which no entry says. */
  #followRow(row: Row): void {
    if (row.viewOnce) this.#rows.set(row.seq, row);
    if (row.kind === 'document') return;
    for (const { key } of filesOf(row)) if (!row.goneFiles?.includes(key)) this.#uses.set(`${key}:${row.seq}`, row.seq);
  }

  #end(keys: string[], by: number | string, seq: number): void {
    for (const key of keys) {
      this.#uses.delete(`${key}:${by}`);
      this.#ended.set(`${key}:${by}`, seq);
    }
  }

  #followFact(fact: FileFact, seq: number): void {
    switch (fact.type) {
      case 'view_once_opened':
        this.#open(fact, seq);
        return this.#end(fact.released, fact.row, seq);
      case 'file_removed':
        return this.#end([fact.key], fact.row, seq);
      default:
        this.#changePhotos(fact, seq);
    }
  }

  #open({ row, openings }: Extract<FileFact, { type: 'view_once_opened' }>, seq: number): void {
    const accounts = openings.map(({ account }) => account);
    this.#findings.expect(new Set(accounts).size === accounts.length, seq, 'somebody opened twice what is seen once');
    const opened = this.#rows.get(row);
    this.#findings.expect(opened !== undefined, seq, `row ${row} was opened, and is not seen once`);
    this.#findings.expect(
      opened === undefined || !accounts.includes(opened.owner as string),
      seq,
      'its sender opened it',
    );
  }

  #changePhotos(fact: Exclude<FileFact, { row: number }>, seq: number): void {
    const { photos, avatar } = fact;
    const before = this.#photos;
    if (fact.type === 'photo_added') this.#findings.same(photos, [fact.photo, ...before.photos], seq, 'the photos');
    else if (fact.type === 'photo_primary_changed') this.#findings.same(photos, before.photos, seq, 'the photos');
    else this.#findings.same({ photos, avatar }, withoutPhoto(before, fact.photo.id), seq, 'the photos');
    const faces = photos.filter(({ id }) => id === avatar).length;
    this.#findings.same(faces, Math.min(1, photos.length), seq, 'how many photos are the face');
    if (fact.type === 'photo_added') this.#use(fact.photo, seq);
    if (fact.type === 'photo_removed') this.#end([fact.photo.key, fact.photo.thumbKey], fact.photo.id, seq);
    this.#photos = { photos, avatar };
  }

  #use({ id, key, thumbKey }: { id: string; key: string; thumbKey: string }, seq: number): void {
    for (const each of [key, thumbKey]) this.#uses.set(`${each}:${id}`, seq);
  }

  /** Documents that a crash kept from the store are written when the room is next loaded: later entries may lag. */
  finish({ head, uses }: RoomDocs, lastSeq: number): void {
    if (!head) return;
    const { photos = [], avatar = null } = head;
    if (head.rev >= lastSeq) this.#findings.same({ photos, avatar }, this.#photos, head.rev, 'the photos in the head');
    const stored = new Set(uses.filter(({ released }) => !released).map(({ key, by }) => `${key}:${by}`));
    for (const [use, since] of this.#uses) {
      const mayLag = since > head.appliedSeq || uses.length === USES_PAGE;
      this.#findings.expect(stored.has(use) || mayLag, since, `a file is not kept for what uses it (${use})`);
    }
    for (const use of stored) {
      const endedAt = this.#ended.get(use);
      const isOver = endedAt !== undefined && endedAt <= head.appliedSeq;
      this.#findings.expect(!isOver || this.#uses.has(use), endedAt ?? 0, `a file is kept for what is gone (${use})`);
    }
  }
}
