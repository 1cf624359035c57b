/**
 * Facts about membership and permissions. Each holds all that its projection needs, so that replay needs no earlier
 * state.
 */
import type { AccountId } from '../accounts/account.js';
import type { Invite } from '../rooms/invite.js';
import type { RoomSettings } from '../rooms/room.js';

/** Present where the room has a former username of the account. */
interface Renaming {
  username?: string;
}

export type PeopleFact =
  | { type: 'member_banned'; account: AccountId; username: string | null; reason: string | null; actor: string }
  | { type: 'member_unbanned'; account: AccountId }
  | ({ type: 'member_muted'; account: AccountId; until: number } & Renaming)
  | ({ type: 'member_unmuted'; account: AccountId } & Renaming)
  | { type: 'member_tagged'; account: AccountId; tag: string | null }
  /** Made an admin, or a member again; in both cases without granted keys. */
  | ({ type: 'role_changed'; account: AccountId; role: 'admin' | 'member'; actor: string } & Renaming)
  | ({ type: 'admin_permissions_changed'; account: AccountId; granted: string[] } & Renaming)
  | { type: 'member_permissions_changed'; denied: string[] }
  /** `denied` is present if a setting changed it too. */
  | { type: 'room_settings_changed'; settings: Partial<RoomSettings>; denied?: string[] }
  /** A request that was rejected, or ended by a ban. */
  | { type: 'request_settled'; account: AccountId }
  | { type: 'invite_created'; invite: Invite }
  | { type: 'invite_used'; invite: Invite }
  | { type: 'invite_cancelled'; invite: Invite };
