/** An entry's document without what later entries have changed in it. A text that was edited or deleted is not in it any more. */
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { EntryDoc } from '../model/codec.js';

export function asWritten(doc: EntryDoc): EntryDoc {
  const {
    discussion: _discussion,
    votes: _votes,
    openings: _openings,
    goneFiles: _goneFiles,
    entryId: _entryId,
    toReport: _toReport,
    edits: _edits,
    deletedAt: _deletedAt,
    deletedSeq: _deletedSeq,
    deletedCall: _deletedCall,
    deletedOf: _deletedOf,
    deletedCallOf: _deletedCallOf,
    expired: _expired,
    editedAt,
    reactions,
    ...written
  } = doc;
  written.rev = doc.seq;
  // An imported row begins with them.
  if (doc.by !== IMPORTER) return written;
  return { ...written, ...(editedAt !== undefined && { editedAt }), ...(reactions !== undefined && { reactions }) };
}
