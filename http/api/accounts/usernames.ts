import { ok, type Route, route } from '#http/routing/route.js';
import { isReservedUsername, readUsername } from '#src/domain/accounts/username.js';
import { meEndpoints } from '#src/protocol/accounts/me.js';
import type { Reader } from '#src/store/store.js';

export interface UsernameRoutesDeps {
  reader: Reader;
  /** The name of the service, which is reserved. */
  brand: string;
}

export function usernameRoutes({ reader, brand }: UsernameRoutesDeps): Route[] {
  return [
    route(meEndpoints.usernameAvailable, async ({ query }) => {
      const wanted = readUsername(query.username);
      if (!wanted || isReservedUsername(wanted.key, brand)) return ok({ available: false });
      return ok({ available: (await reader.get('usernames', wanted.key)) === null });
    }),
  ];
}
