import type { Session, Users } from '#actors/user/commands.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import { RefusalError } from '#src/errors.js';
import { sessionEndpoints } from '#src/protocol/accounts/sessions.js';
import { presentSession } from '#src/protocol/present/session.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

export interface SessionRoutesDeps {
  users: Users;
  reader: Reader;
  env: EdgeEnv;
}

const SESSIONS_READ = 200;

export function sessionRoutes({ users, reader, env }: SessionRoutesDeps): Route[] {
  return [
    route(sessionEndpoints.listSessions, async ({ holder: { accountId, sessionId } }) => {
      const range = { index: 'byAccount', prefix: [accountId], limit: SESSIONS_READ };
      const sessions = await reader.range<Session>('sessions', range);
      const open = sessions.filter(({ expiresAt }) => expiresAt > env.now());
      const isOther = ({ _id }: Session) => Number(_id !== sessionId);
      open.sort((a, b) => isOther(a) - isOther(b) || b.lastUsedAt - a.lastUsedAt);
      return ok({ sessions: open.map((session) => presentSession(session, sessionId)) });
    }),
    route(sessionEndpoints.closeSession, async ({ holder: { accountId }, params: { id = '' } }) => {
      const named = id.toLowerCase();
      const session = isUuid(named) ? await reader.get<Session>('sessions', named) : null;
      if (session?.account !== accountId) throw new RefusalError('not_found');
      await users.ask(accountId, { type: 'close_session', sessionId: session._id });
      return noContent();
    }),
  ];
}
