import type { Message, Room } from '../api-types.js';
import { lazy } from '../ui/lazy.js';

/** Only articles of groups are offered to everybody; what two people say to each other stays theirs. */
export const mayShare = (message: Message, room: Room, isMine: boolean): boolean =>
  isMine && message.article !== null && message.deleted_at === null && room.kind === 'group';

export const ShareDialog = lazy(
  () => import('./share-article.js').then(({ ShareArticle }) => ShareArticle),
  () => null,
);
