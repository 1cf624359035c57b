import type { Users } from '#actors/user/commands.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import { RefusalError } from '#src/errors.js';
import { operationSchemas as schemas } from '#src/protocol/socket/operations.js';
import { check, done, type Operations } from '../inbound/operation.js';

export interface SessionOperationsDeps {
  users: Users;
  tokens: Pick<Tokens, 'verifyAccess'>;
  env: { now(): number };
}

export function sessionOperations({ users, tokens, env }: SessionOperationsDeps): Operations {
  return {
    /** A fresh token of the same session; a socket never changes hands. */
    async 'session:renew'(connection, payload, asking) {
      const { token } = check(schemas['session:renew'], payload);
      const verified = tokens.verifyAccess(token);
      if (!verified.ok) throw new RefusalError(verified.code);
      const { accountId, sessionId } = connection.caller;
      const isOwn = verified.accountId === accountId && verified.sessionId === sessionId;
      if (!isOwn || !(await users.ask(accountId, { type: 'view_session', sessionId }, asking))) {
        throw new RefusalError('unauthorized');
      }
      connection.renew(verified.expiresAt);
      return done({ expires_in: Math.max(0, Math.floor((connection.expiresAt - env.now()) / 1_000)) });
    },
  };
}
