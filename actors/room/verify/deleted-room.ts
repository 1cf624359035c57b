/** The rest of a deleted room: its last entry and its head; other documents are deleted in batches. */
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { keptCollections } from '../lifecycle/delete-room.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Findings, Verified } from './problem.js';
import type { RoomDocs } from './room-docs.js';
import { checkSlug } from './slug.js';

export async function verifyDeletedRoom(
  findings: Findings,
  reader: Reader,
  { head, docs }: { head: HeadDoc; docs: RoomDocs },
): Promise<Verified> {
  const { id, seq } = head;
  const doc = await reader.get<EntryDoc>('log', logId(id, seq));
  const isLast = doc !== null && unpackEntry(doc).facts.some(({ type }) => type === 'room_deleted');
  findings.expect(isLast, seq, 'the last entry of a deleted room does not say so');
  const later = await reader.range('log', { index: '_id', gt: logId(id, seq), lt: `${id};`, limit: 1 });
  findings.expect(later.length === 0, seq, 'an entry after the room was deleted');
  checkSlug(findings, head, docs);
  if (!head.toSweep) await checkSwept(findings, reader, head);
  return { room: id, entries: seq, problems: findings.problems, isDeleted: true };
}

async function checkSwept(findings: Findings, reader: Reader, { id, seq }: HeadDoc): Promise<void> {
  for (const from of ['vanity', 'inviteCodes'] as const) {
    const places = await reader.range(from, { index: 'room', prefix: [id], limit: 1 });
    findings.same(places.length, 0, seq, `what is left in ${from}`);
  }
  const uses = await reader.range('fileUses', { index: 'byOwner', prefix: [id], limit: 1 });
  findings.same(uses.length, 0, seq, 'what is left in fileUses');
  for (const from of keptCollections) {
    const left = await reader.range(from, { index: '_id', gt: `${id}:`, lt: `${id};`, limit: 2 });
    findings.same(left.length, from === 'log' ? 1 : 0, seq, `what is left in ${from}`);
  }
}
