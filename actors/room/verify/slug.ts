/** The owner of the slug of a room. */
import { isImporting, reservationOf } from '#src/domain/rooms/imported-room.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { Findings } from './problem.js';
import type { RoomDocs } from './room-docs.js';

export function checkSlug(findings: Findings, head: HeadDoc, { slug, links }: RoomDocs): void {
  if (head.deleted) findings.expect(slug?.room !== head.id, head.rev, 'the slug of a deleted room is not free');
  else
    findings.same(slug?.room, isImporting(head) ? reservationOf(head.id) : head.id, head.rev, 'the holder of the slug');
  if (slug?.room !== head.id) return;
  // A room has the one short link that its slug's place names.
  const handles = links.map(({ _id }) => _id);
  findings.same(handles.join(), slug.vanity ?? '', head.rev, 'the short link');
}
