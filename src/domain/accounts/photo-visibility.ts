import type { AccountId, PhotoVisibility } from './account.js';

/** How two accounts stand to each other, for one of them as the reader. */
export interface Standing {
  isOwn: boolean;
  /** Either side follows the other. */
  isFollow: boolean;
}

/** Whether the reader may see a face whose owner shows it so. */
export function isAvatarShown(visibility: PhotoVisibility, { isOwn, isFollow }: Standing): boolean {
  if (isOwn || visibility === 'everyone') return true;
  return visibility === 'followers' && isFollow;
}

/** Whether the store has to be asked who follows whom. */
export function dependsOnFollows(visibility: PhotoVisibility, owner: AccountId, reader: AccountId): boolean {
  return visibility === 'followers' && owner !== reader;
}
