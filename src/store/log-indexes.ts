/** The indexes of the room logs, beside the id. Ordinary messages are in none but `dedup`. */
export const logIndexes = {
  /** `dedup` = `dedupKey(room, by, clientId)`: one client_id makes one row for ever. */
  dedup: { fields: ['dedup'], unique: true, where: ['dedup'] },
  /** Deleted rows, for the unread counts of members whose cursor is before them. */
  deleted: { fields: ['room', 'deletedSeq'], where: ['deletedSeq'] },
  /** Deleted rows by owner, and those with `@all`, so that unread counts can subtract their number. */
  deletedOwn: { fields: ['room', 'deletedOf', 'deletedSeq'], where: ['deletedOf'] },
  deletedCalls: { fields: ['room', 'deletedCall'], where: ['deletedCall'] },
  deletedOwnCalls: { fields: ['room', 'deletedCallOf', 'deletedSeq'], where: ['deletedCallOf'] },
  /** One in 32 of a member's rows, with the member's own ordinals at that row. */
  own: { fields: ['room', 'ownOf', 'seq'], where: ['ownOf'] },
  /** Photos and videos, by time. */
  media: { fields: ['room', 'mediaAt'], where: ['mediaAt'] },
  /** Rows of a discussion. */
  discussion: { fields: ['room', 'discussionOf', 'seq'], where: ['discussionOf'] },
  /** Entries that decide permissions: of one account, of a second one, or (`*`) of every member. */
  governs: { fields: ['room', 'governs', 'seq'], where: ['governs'] },
  governsToo: { fields: ['room', 'governsToo', 'seq'], where: ['governsToo'] },
  /** The push mark of a room, and its time. */
  push: { fields: ['room', 'seq'], where: ['toPush'] },
  pushSince: { fields: ['toPush'], where: ['toPush'] },
  /** Shared articles with reactions that are not reported to the dictionary. */
  reports: { fields: ['toReport'], where: ['toReport'] },
  /** Cards of an entry and forwards of an article, in all rooms. */
  reshares: { fields: ['reshareOf'], where: ['reshareOf'] },
  /** Replies to rows of an account in all rooms, by time: those that quote, and those in its discussions. */
  quotes: { fields: ['quotedOf', 'at'], where: ['quotedOf'] },
  answers: { fields: ['rootOf', 'at'], where: ['rootOf'] },
  /** The discussions that an account has begun, and those that it has written in: by their first rows. */
  begun: { fields: ['rootOf', 'discussionOf'], where: ['rootOf', 'discussionOf'] },
  joined: { fields: ['by', 'discussionOf'], where: ['discussionOf'] },
} as const;
