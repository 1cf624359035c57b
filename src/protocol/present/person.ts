import type { Account } from '#src/domain/accounts/account.js';
import type { WireAvatar } from './photo.js';

/** An account in a list, as one reader sees it. */
export interface WirePerson {
  id: string;
  /** Null only before the first choice of a username. */
  username: string | null;
  avatar: WireAvatar | null;
  /** Of a bot. */
  is_bot?: true;
}

export const presentPerson = ({ _id, username, bot }: Account, avatar: WireAvatar | null): WirePerson => ({
  id: _id,
  username,
  avatar,
  ...(bot && { is_bot: true as const }),
});
