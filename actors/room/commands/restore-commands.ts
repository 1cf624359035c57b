/** Commands of a point-in-time restore (ADR 0114), before a service runs on the store. */
import type { Fact } from '#src/domain/log/log.js';

/** Facts with an effect outside of the log, which no roll-back reaches. */
export type OutwardFact = Extract<
  Fact,
  { type: 'view_once_opened' | 'file_removed' | 'article_offered' | 'article_shared' }
>;

/** A change behind the cut that cannot be undone. Of a row that was edited, deleted or swept, the backup has no earlier text. */
export type LaterChange =
  | { type: 'edited' | 'deleted'; messageId: string }
  | { type: 'photo_removed'; photoId: string }
  | { type: 'outward'; fact: OutwardFact };

/** Makes such a change again, unless it is there. */
export type RestoreCommand = { type: 'repeat_change'; change: LaterChange };

export interface RestoreReplies {
  /** Whether an entry was written. */
  repeat_change: boolean;
}
