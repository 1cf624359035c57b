import type { AccountId, PhotoVisibility } from './account.js';

/** The ties between the owner of an avatar and its reader. */
export interface Standing {
  isOwn: boolean;
  /** One of the two follows the other. */
  isFollow: boolean;
}

/** Whether the reader may see an avatar of this visibility. */
export function isAvatarShown(visibility: PhotoVisibility, { isOwn, isFollow }: Standing): boolean {
  if (isOwn || visibility === 'everyone') return true;
  return visibility === 'followers' && isFollow;
}

/** Whether the answer needs the follows of the two accounts from the store. */
export function dependsOnFollows(visibility: PhotoVisibility, owner: AccountId, reader: AccountId): boolean {
  return visibility === 'followers' && owner !== reader;
}
