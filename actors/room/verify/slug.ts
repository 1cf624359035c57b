/** Who answers to the slug of a room. */
import type { RoomId } from '#src/domain/room.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { HeadDoc } from '../put-head.js';
import type { Findings } from './problem.js';

export async function checkSlug(findings: Findings, reader: Reader, head: HeadDoc | null): Promise<void> {
  if (!head) return;
  const slug = await reader.get<Doc & { room: RoomId }>('slugs', head.slug);
  if (head.deleted) findings.expect(slug?.room !== head.id, head.rev, 'the slug of a deleted room is not free');
  else findings.same(slug?.room, head.id, head.rev, 'the holder of the slug');
}
