/** Tokens of a bot: sessions without a refresh token, which end when they are revoked. Only their hashes come here. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { BOT_TOKENS_MAX, NEVER_MS, TOKEN_USE_INTERVAL_MS } from '#src/domain/accounts/bot.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Session } from '../commands/session-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';

/** No token makes room for another one: a program that still uses it would stop. */
function openToken(state: UserState, { sessionId, token }: CommandOf<'open_token'>, { now }: Turn): Turned {
  const { account, sessions } = state;
  if (!account?.bot) return refuse('not_found');
  const known = sessions.get(sessionId);
  const isSame = known?.token?.hash === token.hash && known.token.name === token.name;
  if (known) return isSame ? reply(known) : refuse('idempotency_conflict');
  if (account.bot.revoked?.includes(sessionId)) {
    return refuse('idempotency_conflict', { message: 'This token was revoked. Ask for another one with a new key.' });
  }
  if (sessions.size >= BOT_TOKENS_MAX) {
    return refuse('invalid_state', { message: `A bot has at most ${BOT_TOKENS_MAX} tokens. Revoke one first.` });
  }
  const session: Session = {
    _id: sessionId,
    account: account._id,
    version: 1,
    token,
    refreshExpiresAt: NEVER_MS,
    previousHash: null,
    rotatedAt: now,
    platform: 'bot',
    language: null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: NEVER_MS,
  };
  sessions.set(sessionId, session);
  const put: Write = { op: 'put', in: 'sessions', doc: asDoc(session), guard: { absent: true } };
  return { kind: 'commit', unit: change(state, account, {}, [put]), reply: session, outputs: [] };
}

function noteUse(state: UserState, { sessionId }: CommandOf<'note_token_use'>, { now }: Turn): Turned {
  const { account, sessions } = state;
  const session = sessions.get(sessionId);
  if (!account || !session?.token || now - session.lastUsedAt < TOKEN_USE_INTERVAL_MS) return reply(null);
  sessions.set(sessionId, { ...session, lastUsedAt: now });
  const set: Write = { op: 'set', in: 'sessions', id: sessionId, set: { lastUsedAt: now } };
  return { kind: 'commit', unit: change(state, account, {}, [set]), reply: null, outputs: [] };
}

export const botTokenHandlers: Handlers<'open_token' | 'note_token_use'> = {
  open_token: { handle: openToken },
  note_token_use: { handle: noteUse },
};
