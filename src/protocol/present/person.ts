import type { Account } from '#src/domain/accounts/account.js';
import type { WireAvatar } from './photo.js';

/** An account in a list, as one reader sees it. */
export interface WirePerson {
  id: string;
  /** Null only before the first choice of a username. */
  username: string | null;
  avatar: WireAvatar | null;
}

export const presentPerson = ({ _id, username }: Account, avatar: WireAvatar | null): WirePerson => ({
  id: _id,
  username,
  avatar,
});
