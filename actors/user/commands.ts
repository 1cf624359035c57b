/**
 * The commands of an account and their answers. The actor's id is the account id.
 * Accounts are found or made by `Accounts.enter` (a guarded transaction, before there is an actor to ask).
 */
import type { ActorClient } from '#actors/runtime/client.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Report } from '#src/domain/accounts/report.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { BotCommand, BotReplies } from './commands/bot-commands.js';
import type { DeviceCommand, DeviceReplies } from './commands/device-commands.js';
import type { EntryCountCommand, EntryCountReplies } from './commands/entry-count-commands.js';
import type { FollowCommand, FollowReplies } from './commands/follow-commands.js';
import type { InterestCommand, InterestReplies } from './commands/interest-commands.js';
import type { LifecycleCommand, LifecycleReplies } from './commands/lifecycle-commands.js';
import type { OperatorCommand, OperatorReplies } from './commands/operator-commands.js';
import type { PanelCommand, PanelReplies } from './commands/panel-commands.js';
import type { PhotoCommand, PhotoReplies } from './commands/photo-commands.js';
import type { ProfileCommand, ProfileReplies } from './commands/profile-commands.js';
import type { SessionCommand, SessionReplies } from './commands/session-commands.js';
import type { StarCommand, StarReplies } from './commands/star-commands.js';

export type { Accounts, Identity, PanelCodes } from '#actors/writers/commands.js';
export type { Device, PushToken } from './commands/device-commands.js';
export type { Block } from './commands/follow-commands.js';
export type { ForeignScanPosition, ResponseRecord } from './commands/lifecycle-commands.js';
export type { PhotoDoc, PhotoUpload } from './commands/photo-commands.js';
export type { Session } from './commands/session-commands.js';

export type UserCommand =
  | BotCommand
  | DeviceCommand
  | LifecycleCommand
  | PanelCommand
  | PhotoCommand
  | ProfileCommand
  | SessionCommand
  | FollowCommand
  | StarCommand
  | OperatorCommand
  | InterestCommand
  | EntryCountCommand
  /** The owner. */
  | { type: 'view_account' }
  /** The owner. */
  | { type: 'choose_username'; username: string }
  /** From the owner, whom the room has named its founder. `price` in stars. */
  | { type: 'buy_link'; room: RoomId; slug: string; handle: string; price: number }
  | { type: 'set_block'; other: AccountId; on: boolean }
  /** The owner: a sponsored item that is not to come again. */
  | { type: 'hide_sponsored'; item: string }
  | { type: 'file_report'; report: Omit<Report, 'by' | 'status' | 'at'> };

export interface UserReplies
  extends BotReplies,
    DeviceReplies,
    LifecycleReplies,
    PanelReplies,
    PhotoReplies,
    ProfileReplies,
    SessionReplies,
    FollowReplies,
    StarReplies,
    OperatorReplies,
    InterestReplies,
    EntryCountReplies {
  view_account: Account;
  choose_username: Account;
  /** With the balance after it. */
  buy_link: { handle: string; stars: number };
  set_block: null;
  hide_sponsored: null;
  file_report: { id: string };
}

export type Users = ActorClient<UserCommand, UserReplies>;
