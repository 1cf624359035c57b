import { ok, type Route, route } from '#http/routing/route.js';
import { consoleLiveEndpoints as endpoints } from '#src/protocol/console/console-live.js';

export interface LiveBoard {
  /** Of all nodes, the steps after this time. */
  look(since: number): Promise<object>;
}

export interface ConsoleLiveDeps {
  live: LiveBoard;
}

/** The live state of the service, for operators: the console key was verified before. */
export const consoleLiveRoutes = ({ live }: ConsoleLiveDeps): Route[] => [
  route(endpoints.live, async ({ query }) => ok(await live.look(query.since))),
];
