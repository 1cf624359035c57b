import type { LogEntry } from '#src/domain/log/log.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { RoomState } from '../model/room-state.js';

/**
 * Rows from before the window that the room shows, before the entries that may change them are replayed: the pinned
 * ones, and the last message.
 */
export async function loadPins(state: RoomState, reader: Reader, entries: readonly LogEntry[]): Promise<void> {
  const pinned = entries.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.type === 'message_pinned' ? fact.id : [])),
  );
  const last = entries.at(-1)?.head.lastMessageSeq ?? state.head?.lastMessageSeq ?? 0;
  const seqs = new Set([...[...(state.head?.pins ?? []), ...pinned].map(seqOfMessageId), last]);
  const old = [...seqs].filter((seq) => seq > 0 && seq <= state.windowFrom);
  const docs = await reader.getMany<EntryDoc>(
    'log',
    old.map((seq) => logId(state.id, seq)),
  );
  old.forEach((seq, at) => {
    const doc = docs[at];
    state.oldRows.set(seq, doc ? unpackEntry(doc).row : null);
  });
}
