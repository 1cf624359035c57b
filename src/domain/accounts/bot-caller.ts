import type { Account, Caller, SessionId } from './account.js';

/** The bot, where the service asks in its name. */
export const botCaller = ({ _id, username }: Account, sessionId: SessionId): Caller => ({
  accountId: _id,
  username: username ?? '',
  sessionId,
  language: null,
  isBot: true,
});
