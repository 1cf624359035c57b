/** The part of a room's memory that tracks pending pushes. */
import type { Row } from '#src/domain/messages/message.js';

export interface PushState {
  /** Entries that carry a mark, oldest first: from the first of them on there may be something to push. */
  marks: readonly number[];
  /** ms of the newest mark that this activation has set; 0 for none. */
  markedAt: number;
  /** The newest row worth a push. */
  last: number;
  /** The follower waits to be told of the next one. */
  isAwaited: boolean;
}

export const nothingToPush = (): PushState => ({ marks: [], markedAt: 0, last: 0, isAwaited: true });

export const isWorthPush = ({ kind, audience, owner }: Row): boolean =>
  kind !== 'event' && audience === 'all' && owner !== null;
