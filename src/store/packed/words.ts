/**
 * The words of packed documents: names of fields, and texts that many documents have. Each stands for its place in the
 * list, in every stored row: new words are appended, none is moved or removed. `test/store/packed` holds the list.
 */
export const WORDS: readonly string[] =
  // The fields of an entry, in the order in which most entries have them.
  (
    '_id room seq rev commit owner at head by row content dedup hash facts format reactions discussion votes openings ' +
    'goneFiles entryId toReport reshareOf mediaAt editedAt edits deletedAt deletedSeq deletedCall deletedOf deletedCallOf ' +
    'ownOf own expired discussionOf governs governsToo toPush ' +
    // Of a row.
    'id kind clientId sender replyTo audience event mentioned mentionsAll viewOnce forwardedFrom ' +
    // Of a sender and of content.
    'accountId username role tag body attachment mentions hashtags ' +
    // Values.
    'text member admin founder all admins none photo video audio voice document file gif location contact survey article ' +
    'event message member_joined member_left message_posted message_edited message_deleted reaction_changed claimed ' +
    'rows_expired survey_voted message_pinned message_unpinned view_once_opened file_removed article_shared ' +
    // Of facts and attachments.
    'type account slug settings historyFrom mutedUntil name key url thumbKey mime size width height durationS waveform ' +
    'target emoji before after row_id count until title question options multiple answers author'
  )
    .split(' ')
    .filter((word, at, all) => all.indexOf(word) === at);

export const codes: ReadonlyMap<string, number> = new Map(WORDS.map((word, code) => [word, code]));
