import type { LogEntry } from '#src/domain/log/log.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { RoomState } from '../model/room-state.js';

/**
 * Rows from before the window, read before the entries that may change them are replayed: those that the room shows
 * (pinned ones, and the last message), and those that these entries change. The document of a changed row may still be
 * as it was, until the repairs of the load are stored; a reader must get the row from memory.
 */
export async function loadOldRows(state: RoomState, reader: Reader, entries: readonly LogEntry[]): Promise<void> {
  const last = entries.at(-1)?.head.lastMessageSeq ?? state.head?.lastMessageSeq ?? 0;
  const pinned = (state.head?.pins ?? []).map(seqOfMessageId);
  const seqs = new Set([last, ...pinned, ...entries.flatMap(namedRows)]);
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

/** Expired rows are left out: nobody is shown them, whatever their documents hold. */
function namedRows({ facts }: LogEntry): number[] {
  return facts.flatMap((fact) => ('row' in fact ? [fact.row] : []));
}
