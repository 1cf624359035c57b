/**
 * What may be sent to an account, and what comes back. The actor's id is the account id.
 * Accounts are found or made by `Accounts.enter` (a guarded transaction, before there is an actor to ask).
 */
import type { ActorClient } from '#actors/runtime/client.js';
import type { Account, AccountId, Language, SessionId } from '#src/domain/accounts/account.js';
import type { DeviceFields } from '#src/domain/accounts/device.js';
import type { Report } from '#src/domain/accounts/report.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { DeviceCommand, DeviceReplies } from './commands/device-commands.js';
import type { EntryCountCommand, EntryCountReplies } from './commands/entry-count-commands.js';
import type { FollowCommand, FollowReplies } from './commands/follow-commands.js';
import type { InterestCommand, InterestReplies } from './commands/interest-commands.js';
import type { LifecycleCommand, LifecycleReplies } from './commands/lifecycle-commands.js';
import type { OperatorCommand, OperatorReplies } from './commands/operator-commands.js';
import type { PanelCommand, PanelReplies } from './commands/panel-commands.js';
import type { PhotoCommand, PhotoReplies } from './commands/photo-commands.js';
import type { ProfileCommand, ProfileReplies } from './commands/profile-commands.js';
import type { StarCommand, StarReplies } from './commands/star-commands.js';

export type { Device, PushToken } from './commands/device-commands.js';
export type { ForeignScanPosition, ResponseRecord } from './commands/lifecycle-commands.js';
export type { PanelCodes } from './commands/panel-commands.js';
export type { PhotoUpload } from './commands/photo-commands.js';
export type { PhotoDoc } from './profile/photos.js';
export type { Block } from './ties/blocks.js';

/** One login on one device. Its refresh token is stored as a hash only. */
export interface Session extends Partial<Omit<DeviceFields, 'platform' | 'language'>> {
  _id: SessionId;
  account: AccountId;
  version: number;
  /** Hash of the refresh token that is valid now; absent once the session is closed. */
  refreshHash?: string;
  refreshExpiresAt: number;
  /** The one before, so that a lost answer can be told from theft. */
  previousHash: string | null;
  rotatedAt: number;
  platform: string | null;
  /** The link that made it: a session of the panel. */
  panel?: string;
  language: Language | null;
  createdAt: number;
  lastUsedAt: number;
  /** ms after which the sweep may remove it. */
  expiresAt: number;
}

export type UserCommand =
  | DeviceCommand
  | LifecycleCommand
  | PanelCommand
  | PhotoCommand
  | ProfileCommand
  | FollowCommand
  | StarCommand
  | OperatorCommand
  | InterestCommand
  | EntryCountCommand
  /** The owner. */
  | { type: 'view_account' }
  /** After a login: opens a session whose refresh token has this hash, and notes what the provider says now. */
  | {
      type: 'open_session';
      sessionId: SessionId;
      refreshHash: string;
      refreshExpiresAt: number;
      claims?: IdentityClaims;
    }
  /**
   * The holder of a refresh token: rotation, single use. The very same rotation again, for a short while, is answered
   * alike. `isGenuine`: the token carries the service's signature, so it was the session's at some time.
   */
  | {
      type: 'rotate_session';
      sessionId: SessionId;
      usedHash: string;
      isGenuine: boolean;
      refreshHash: string;
      refreshExpiresAt: number;
    }
  /** The holder of a refresh token (then with it), or the owner. Closing what is closed changes nothing. */
  | { type: 'close_session'; sessionId: SessionId; used?: { hash: string; isGenuine: boolean } }
  /** What the handshake needs to know: does the session still exist, and who is it? */
  | { type: 'view_session'; sessionId: SessionId }
  /** The sweep: sessions that nobody can use any more leave the store. */
  | { type: 'sweep_sessions' }
  /** The owner. */
  | { type: 'choose_username'; username: string }
  /** The owner, whom the room has named its founder. `price` in stars. */
  | { type: 'buy_link'; room: RoomId; slug: string; handle: string; price: number }
  | { type: 'set_block'; other: AccountId; on: boolean }
  /** The owner: a sponsored item that is not to come again. */
  | { type: 'hide_sponsored'; item: string }
  | { type: 'file_report'; report: Omit<Report, 'by' | 'status' | 'at'> };

export interface UserReplies
  extends DeviceReplies,
    LifecycleReplies,
    PanelReplies,
    PhotoReplies,
    ProfileReplies,
    FollowReplies,
    StarReplies,
    OperatorReplies,
    InterestReplies,
    EntryCountReplies {
  view_account: Account;
  open_session: { account: Account; session: Session };
  /** Without a session: the token had been rotated before, and its session is closed now. */
  rotate_session: { account: Account; session: Session | null };
  close_session: null;
  view_session: { session: Session; account: Account } | null;
  /** How many were removed. */
  sweep_sessions: number;
  choose_username: Account;
  /** With the balance after it. */
  buy_link: { handle: string; stars: number };
  set_block: null;
  hide_sponsored: null;
  file_report: { id: string };
}

export type Users = ActorClient<UserCommand, UserReplies>;

/** Finds the account of an identity, or makes it. */
export interface Accounts {
  enter(identity: Identity): Promise<{ accountId: AccountId; created: boolean }>;
}

/** What is kept of what a provider says about a person. */
export interface IdentityClaims {
  birthDate: string | null;
  gender: string | null;
}

/** Who logs in: a one-way keyed fingerprint of the identity, birth date and gender. */
export interface Identity extends IdentityClaims {
  fingerprint: string;
  developer: boolean;
}
