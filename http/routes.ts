import { authRoutes } from './api/auth.js';
import { clientConfigRoutes } from './api/client-config.js';
import { documentRoutes } from './api/documents.js';
import { healthRoutes } from './api/health.js';
import { meRoutes } from './api/me.js';
import { createRoomFinder } from './api/room-finder.js';
import { roomMemberRoutes } from './api/room-members.js';
import { roomMessageRoutes } from './api/room-messages.js';
import { roomRoutes } from './api/rooms.js';
import { usernameRoutes } from './api/usernames.js';
import type { HttpDeps } from './http-deps.js';
import type { Route } from './route.js';

/** Everything `/api` answers. Each family takes only what it needs. */
export function apiRoutes(deps: HttpDeps): Route[] {
  const { config, logger, rooms, reader, env } = deps;
  const finder = createRoomFinder({ rooms, reader });
  const onProviderTrouble = (code: string, detail: string) => logger.warn({ code, detail }, 'identity provider');
  const routes = [
    ...authRoutes({ ...deps, devLogin: config.devLogin, onProviderTrouble }),
    ...meRoutes(deps),
    ...usernameRoutes({ reader, brand: config.brand }),
    ...roomRoutes({ rooms, finder, reader, env }),
    ...roomMemberRoutes({ ...deps, finder }),
    ...roomMessageRoutes({ ...deps, finder }),
    ...clientConfigRoutes({ config, identity: deps.identityProvider }),
    ...healthRoutes(deps.health),
  ];
  return [...routes, ...documentRoutes(routes, config.http.publicUrl)];
}
