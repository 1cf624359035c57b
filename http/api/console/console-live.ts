import { ok, type Route, route } from '#http/routing/route.js';
import { consoleLiveEndpoints as endpoints } from '#src/protocol/console/console-live.js';

export interface LiveBoard {
  /** Of all nodes, the steps after this time. */
  look(since: number): Promise<object>;
}

export interface ConsoleLiveDeps {
  live: LiveBoard;
}

/** The service as it is now. Whoever comes here has shown the operators' key. */
export const consoleLiveRoutes = ({ live }: ConsoleLiveDeps): Route[] => [
  route(endpoints.live, async ({ query }) => ok(await live.look(query.since))),
];
