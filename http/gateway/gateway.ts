import { randomUUID } from 'node:crypto';
import { createRoomPresenter, type RoomPresenter } from '../presenters/room-presenter.js';
import { createRoomFinder, type RoomFinder } from '../rooms/room-finder.js';
import { Connection } from './connection/connection.js';
import { Connections } from './connection/connections.js';
import { drainSockets } from './connection/draining.js';
import { SessionClock } from './connection/session-clock.js';
import { SessionRecheck } from './connection/session-recheck.js';
import { ConnectionLifecycle } from './connection-lifecycle.js';
import { FlushScheduler } from './delivery/flush-scheduler.js';
import { SlowConsumers } from './delivery/slow-consumers.js';
import type { Gateway, GatewayDeps, GatewayEvent } from './gateway-deps.js';
import { FailedHandshakes } from './handshake/failed-handshakes.js';
import { Handshake } from './handshake/handshake.js';
import { Dispatcher } from './inbound/dispatcher.js';
import type { Operations } from './inbound/operation.js';
import { openSockets } from './open-sockets.js';
import { messageOperations } from './operations/message-operations.js';
import { roomOperations } from './operations/room-operations.js';
import { sessionOperations } from './operations/session-operations.js';
import { talkOperations } from './operations/talk-operations.js';
import { Departures } from './rooms/departures.js';
import { Memberships } from './rooms/memberships.js';
import { PageReads } from './rooms/page-reads.js';
import { RoomFeeds } from './rooms/room-feeds.js';
import { RoomOpening } from './rooms/room-opening.js';
import { createSocketServer } from './transport/socket-server.js';
import { AvatarBroadcaster } from './user-events/avatar-broadcaster.js';
import { DmBroadcaster } from './user-events/dm-broadcaster.js';
import { OnlinePresence } from './user-events/online-presence.js';
import { publishUserEvent } from './user-events/published-events.js';
import { Resync } from './user-events/resync.js';
import { StarBroadcaster } from './user-events/star-broadcaster.js';
import { Typing } from './user-events/typing.js';
import { dispatchUserEvent } from './user-events/user-events.js';

export type { Gateway, GatewayDeps } from './gateway-deps.js';

/**
 * The Socket.IO gateway, on the same listener as REST. It translates and delivers; actors decide. `createServer` makes
 * the server of its sockets.
 */
export function createGateway(deps: GatewayDeps, createServer = createSocketServer): Gateway {
  const { config, env, logger, metrics, tracing, rooms, streams, reader, links, cluster } = deps;
  const connections = new Connections();
  const renderContext = renderContextOf(deps, () => presence);
  const slowConsumers = new SlowConsumers(env, logSlowConsumer(logger));
  const flushScheduler = new FlushScheduler(env, (outbox) => slowConsumers.track(outbox));
  const departures = new Departures(connections, env);
  const delivering = { connections, departures, renderContext, flushScheduler, env };
  const feeds = new RoomFeeds(
    { streams, rooms, env },
    { ...delivering, metrics: metrics.gateway, bus: cluster?.userEvents, tracing },
    (err) => logger.warn({ err }, 'stream repair failed'),
  );
  const finder = createRoomFinder({ rooms, reader });
  const pages = new PageReads(env);
  const presenter = createRoomPresenter({ ...deps, presence: renderContext });
  const opening = new RoomOpening({ rooms, finder, feeds, streams, renderContext, pages, presenter });
  const memberships = new Memberships(reader, feeds, env, (err) => logger.warn({ err }, 'membership read failed'));
  const typing = new Typing({ ...deps, feeds });
  const { presence, ...broadcasters } = broadcastersOf(deps, { connections, memberships, feeds, presenter });
  let isDraining = false;
  const handshake = new Handshake({ ...deps, connections, isDraining: () => isDraining });
  const clock = new SessionClock(connections, env);
  const sessions = sessionRecheckOf(deps, connections);
  const operations = operationsOf(deps, { finder, feeds, opening, pages, typing });
  const dispatcher = new Dispatcher({ ...deps, finder, operations, feeds });
  const parts = {
    ...delivering,
    slowConsumers,
    handshake,
    clock,
    memberships,
    presence,
    opening,
    pages,
    proxies: config.http.trustedProxies,
  };
  const failedHandshakes = new FailedHandshakes(deps.localLimits, config.http.trustedProxies);
  const lifecycle = new ConnectionLifecycle({ ...deps, ...parts, node: nodeIdOf(deps), failedHandshakes });
  const sockets = openSockets({ ...deps, admission: lifecycle, failedHandshakes, dispatcher }, createServer);
  const targets = { connections, departures, handshake, memberships, links, presence, typing, ...broadcasters };
  const stopUserEvents = subscribeToUserEvents(
    deps,
    (event) => dispatchUserEvent(targets, event),
    new Resync({ ...targets, sessions, env }),
  );
  const sendElsewhere = () => drainSockets(connections, env, deps.config.drainS * 1_000);
  return {
    presence: renderContext,
    audienceOf: (room) => feeds.accountCountIn(room),
    suspended: (to) =>
      dispatchUserEvent(targets, { to, type: 'session:closed', sessionIds: 'all', reason: 'account_suspended' }),
    get size() {
      return connections.size;
    },
    sendElsewhere,
    async drain() {
      isDraining = true;
      await sendElsewhere();
    },
    async close() {
      isDraining = true;
      stopUserEvents();
      for (const part of [clock, sessions, departures, memberships, presence, pages]) part.stop();
      for (const part of [sockets, lifecycle, feeds]) part.close();
      slowConsumers.stop();
    },
  };
}

const nodeIdOf = ({ node }: GatewayDeps): string => node ?? randomUUID().slice(0, 8);
const logSlowConsumer =
  (logger: GatewayDeps['logger']) =>
  (outbox: unknown): void =>
    logger.info({ connectionId: outbox instanceof Connection ? outbox.id : undefined }, 'slow consumer closed');

/** Made before there is anybody: the parts know each other. */
const renderContextOf = ({ links, env }: GatewayDeps, presence: () => OnlinePresence) => ({
  links,
  now: env.now,
  isOnline: (account: string) => presence().isOnline(account),
  onlineAmong: (accounts: readonly string[]) => presence().onlineAmong(accounts),
});

/** Closes the sockets even if the event about the closed session gets lost. */
const sessionRecheckOf = ({ config, logger, reader, env }: GatewayDeps, connections: Connections): SessionRecheck =>
  new SessionRecheck({
    connections,
    reader,
    env,
    withinMs: config.sessionRecheckS * 1_000,
    onError: (err) => logger.warn({ err }, 'session recheck failed'),
  });

/**
 * Events of this node's actors are published to the other gateways too, also when this one is closed: actors that are
 * handed over afterwards have something to tell until then.
 */
function subscribeToUserEvents(
  { userEvents, cluster }: GatewayDeps,
  dispatch: (event: GatewayEvent) => void,
  resync: Resync,
) {
  const stopHere = userEvents.listen(dispatch);
  if (cluster) userEvents.listen((event) => publishUserEvent(cluster.userEvents, event));
  const stopThere = cluster?.userEvents.listen((event) => dispatch(event as GatewayEvent));
  const stopLossListener = cluster?.onMessagesLost(() => resync.run());
  return () => {
    stopHere();
    stopThere?.();
    stopLossListener?.();
    resync.stop();
  };
}

type BroadcasterParts = {
  connections: Connections;
  memberships: Memberships;
  feeds: RoomFeeds;
  presenter: RoomPresenter;
};

/** Broadcasters: they read from the store before they send. */
function broadcastersOf(deps: GatewayDeps, context: BroadcasterParts) {
  const warn = (what: string) => (err: unknown) => deps.logger.warn({ err }, what);
  return {
    presence: new OnlinePresence({ ...deps, ...context, onError: warn('presence broadcast failed') }),
    dmBroadcaster: new DmBroadcaster({ ...deps, ...context, onError: warn('direct chat broadcast failed') }),
    starBroadcaster: new StarBroadcaster({ ...deps, ...context, onError: warn('star balance read failed') }),
    avatarBroadcaster: new AvatarBroadcaster({ ...deps, ...context, onError: warn('avatar broadcast failed') }),
  };
}

type Parts = { finder: RoomFinder; feeds: RoomFeeds; opening: RoomOpening; pages: PageReads; typing: Typing };

function operationsOf(deps: GatewayDeps, parts: Parts): Operations {
  const limits = deps.config.rateLimits ? deps.limits : null;
  return {
    ...roomOperations({ ...deps, ...parts }),
    ...messageOperations({ ...deps, ...parts, limits }),
    ...talkOperations({ ...deps, ...parts }),
    ...sessionOperations(deps),
  };
}
