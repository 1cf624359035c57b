/** The owner of the slug of a room. */
import { isImporting, reservationOf } from '#src/domain/rooms/imported-room.js';
import type { SlugDoc, VanityLink } from '#src/domain/rooms/vanity.js';
import type { Reader } from '#src/store/store.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { Findings } from './problem.js';

export async function checkSlug(findings: Findings, reader: Reader, head: HeadDoc | null): Promise<void> {
  if (!head) return;
  const slug = await reader.get<SlugDoc>('slugs', head.slug);
  if (head.deleted) findings.expect(slug?.room !== head.id, head.rev, 'the slug of a deleted room is not free');
  else
    findings.same(slug?.room, isImporting(head) ? reservationOf(head.id) : head.id, head.rev, 'the holder of the slug');
  if (slug?.room === head.id) await checkLink(findings, reader, head, slug);
}

/** A room has the one short link that its slug's place names. */
async function checkLink(findings: Findings, reader: Reader, head: HeadDoc, { vanity }: SlugDoc): Promise<void> {
  const links = await reader.range<VanityLink>('vanity', { index: 'room', prefix: [head.id], limit: 2 });
  const handles = links.map(({ _id }) => _id);
  findings.same(handles.join(), vanity ?? '', head.rev, 'the short link');
}
