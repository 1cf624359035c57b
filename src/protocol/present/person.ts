import type { Account } from '#src/domain/accounts/account.js';
import type { WireAvatar } from './photo.js';

/** Somebody in a list, as one reader sees them. */
export interface WirePerson {
  id: string;
  /** Null only for somebody who has not chosen one yet. */
  username: string | null;
  avatar: WireAvatar | null;
}

export const presentPerson = ({ _id, username }: Account, avatar: WireAvatar | null): WirePerson => ({
  id: _id,
  username,
  avatar,
});
