/** Articles beside their rooms' turns, read from the log where it lies: a page of them costs two reads. */

import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { expiresAt, isGone } from '#src/domain/rooms/expiry.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { ArticleRef, ArticleSource, SharedArticles } from '../commands/sharing-commands.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { cardKey, forwardKey } from '../model/reshare-keys.js';

/** So many reshares are looked at one by one; of more, those that the sweep has not reached yet are counted too. */
const LOOKED_AT_MAX = 500;
const COUNTED_MAX = 1_000_000;

type Heads = Map<string, HeadDoc>;

export function createSharedArticles(reader: Reader, now: () => number): SharedArticles {
  /** Null: too many to be looked at one by one. */
  async function looked(key: string): Promise<EntryDoc[] | null> {
    const docs = await reader.range<EntryDoc>('log', { ...resharesOf(key), limit: LOOKED_AT_MAX });
    return docs.length < LOOKED_AT_MAX ? docs : null;
  }

  return {
    async sources(refs) {
      const seqs = refs.map(({ messageId }) => seqOfMessageId(messageId));
      const ids = refs.map(({ roomId }, index) => logId(roomId, seqs[index] as number));
      const [heads, docs] = await Promise.all([
        headsOf(
          reader,
          refs.map(({ roomId }) => roomId),
        ),
        reader.getMany<EntryDoc>('log', ids),
      ]);
      const at = now();
      return refs.map((ref, index) => sourceOf(ref, heads.get(ref.roomId), docs[index] ?? null, at));
    },

    async reshares(refs) {
      const keys = refs.flatMap(({ entryId, messageId }) => [cardKey(entryId), forwardKey(messageId)]);
      const found = await Promise.all(keys.map(looked));
      const rooms = found.flatMap((docs) => (docs ?? []).map(({ room }) => room));
      const heads = await headsOf(reader, rooms);
      const at = now();
      const counts = await Promise.all(
        found.map((docs, index) =>
          docs === null
            ? reader.count('log', { ...resharesOf(keys[index] as string), limit: COUNTED_MAX })
            : docs.filter((doc) => isThere(heads.get(doc.room), doc, at)).length,
        ),
      );
      return refs.map((_, index) => (counts[index * 2] as number) + (counts[index * 2 + 1] as number));
    },
  };
}

const resharesOf = (key: string) => ({ index: 'reshares', prefix: [key] });

async function headsOf(reader: Reader, rooms: string[]): Promise<Heads> {
  const heads = await reader.getMany<HeadDoc>('rooms', [...new Set(rooms)]);
  return new Map(heads.flatMap((head) => (head ? [[head._id, head]] : [])));
}

const isThere = (head: HeadDoc | undefined, doc: Pick<Row, 'seq' | 'at'>, now: number): head is HeadDoc =>
  head !== undefined && !head.deleted && !isGone(head, doc, now);

function sourceOf(ref: ArticleRef, head: HeadDoc | undefined, doc: EntryDoc | null, now: number): ArticleSource | null {
  if (!doc || !isThere(head, doc, now)) return null;
  const { row } = unpackEntry(doc);
  return row && isHandedIn(row, ref) ? sourceIn(head, row) : null;
}

/** The log decides, not the console: whether its author submitted this article, and no other one, as this entry. */
function isHandedIn(row: Row, { entryId, messageId }: ArticleRef): boolean {
  if (row.id !== messageId || row.kind !== 'article' || row.deletedAt !== null || row.attachment === null) return false;
  return row.entryId === null || row.entryId === entryId;
}

function sourceIn(head: Head, row: Row): ArticleSource {
  const { id, slug, kind, settings, pins } = head;
  const { name, visibility } = settings;
  return {
    room: { id, slug, name, visibility },
    row: { row, slug, expiresAt: expiresAt(head, row.at), pinned: pins.includes(row.id) },
    author: row.sender?.accountId ?? null,
    isOpen: kind === 'group' && visibility === 'open',
    reactions: row.reactions,
    discussionCount: row.discussion?.count ?? 0,
  };
}
