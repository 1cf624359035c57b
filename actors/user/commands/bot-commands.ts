/** Commands about bots and their tokens. */
import type { Account, AccountId, SessionId } from '#src/domain/accounts/account.js';
import type { BotToken } from '#src/domain/accounts/bot.js';
import type { Session } from './session-commands.js';

export type BotCommand =
  /** The owner. `bot`: a new id. */
  | { type: 'create_bot'; bot: AccountId; username: string }
  /** To a new id, from an operator: a bot without an owner. */
  | { type: 'make_bot'; username: string }
  /** To the owner, once the accounts of these bots are closed. */
  | { type: 'forget_bots'; bots: AccountId[] }
  /** To the bot, from its owner. */
  | { type: 'open_token'; sessionId: SessionId; token: BotToken }
  /** To the bot: the token was used. */
  | { type: 'note_token_use'; sessionId: SessionId };

export interface BotReplies {
  create_bot: Account;
  make_bot: Account;
  forget_bots: null;
  open_token: Session;
  note_token_use: null;
}
