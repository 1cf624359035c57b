/** Facts about who may be here and who may do what. Each says all that its projection needs: replay needs no past. */
import type { AccountId } from '../accounts/account.js';
import type { Invite } from '../rooms/invite.js';
import type { RoomSettings } from '../rooms/room.js';

export type PeopleFact =
  | { type: 'member_banned'; account: AccountId; username: string | null; reason: string | null; actor: string }
  | { type: 'member_unbanned'; account: AccountId }
  | { type: 'member_muted'; account: AccountId; until: number }
  | { type: 'member_unmuted'; account: AccountId }
  | { type: 'member_tagged'; account: AccountId; tag: string | null }
  /** Made an admin, or a member again; either way with nothing granted. */
  | { type: 'role_changed'; account: AccountId; role: 'admin' | 'member'; actor: string }
  | { type: 'admin_permissions_changed'; account: AccountId; granted: string[] }
  | { type: 'member_permissions_changed'; denied: string[] }
  /** `denied` is there when a setting brought it along. */
  | { type: 'room_settings_changed'; settings: Partial<RoomSettings>; denied?: string[] }
  /** A request that was turned down, or that a ban ended. */
  | { type: 'request_settled'; account: AccountId }
  | { type: 'invite_created'; invite: Invite }
  | { type: 'invite_used'; invite: Invite }
  | { type: 'invite_cancelled'; invite: Invite };
