import type { Message, Room } from '../api-types.js';

/** Only articles of groups can be shared; articles of a direct chat stay private. */
export const mayShare = (message: Message, room: Room, isMine: boolean): boolean =>
  isMine && message.article !== null && message.deleted_at === null && room.kind === 'group';
