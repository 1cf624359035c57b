import type { Account, SessionId } from '#src/domain/accounts/account.js';
import type { BotToken } from '#src/domain/accounts/bot.js';
import type { WirePerson } from '../present/person.js';

export const presentBot = (person: WirePerson, { createdAt }: Account) => ({
  ...person,
  created_at: new Date(createdAt).toISOString(),
});

/** The fields of a session that the owner of its bot sees. */
interface ShownToken {
  _id: SessionId;
  token?: BotToken;
  createdAt: number;
  lastUsedAt: number;
}

export const presentBotToken = ({ _id, token, createdAt, lastUsedAt }: ShownToken) => ({
  id: _id,
  name: token?.name ?? '',
  room: token?.room?.slug ?? null,
  created_at: new Date(createdAt).toISOString(),
  last_used_at: lastUsedAt === createdAt ? null : lastUsedAt,
});
