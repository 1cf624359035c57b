import type { Users } from '#actors/user/commands.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { EVENT_BATCHES_PER_MINUTE, EVENTS_PER_BATCH_MAX } from '#src/domain/interests/interest-event.js';
import { RefusalError } from '#src/errors.js';
import { analyticsEndpoints, readEvent } from '#src/protocol/system/analytics.js';

export interface AnalyticsRoutesDeps {
  users: Users;
  limits: WindowLimits;
  env: Pick<EdgeEnv, 'now'>;
}

const MINUTE_MS = 60_000;

export const analyticsRoutes = ({ users, limits, env }: AnalyticsRoutesDeps): Route[] => [
  route(analyticsEndpoints.reportEvents, async ({ caller, body: { events: reported } }) => {
    // A batch that is too long is the client's mistake, which it corrects by sending two: it takes nothing of the
    // limit.
    if (reported.length > EVENTS_PER_BATCH_MAX) throw new RefusalError('too_many_events');
    await takeFromWindow(limits, 'analytics', caller.accountId, EVENT_BATCHES_PER_MINUTE, MINUTE_MS);
    const now = env.now();
    const events = reported.flatMap((event) => readEvent(event, now, caller.language) ?? []);
    const { sessionId } = caller;
    return ok(await users.ask(caller.accountId, { type: 'accept_events', sessionId, events, told: reported.length }));
  }),
];
