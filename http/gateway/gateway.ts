import { randomUUID } from 'node:crypto';
import { createRoomFinder, type RoomFinder } from '../api/room-finder.js';
import { createRoomPresenter, type RoomPresenter } from '../room-presenter.js';
import { Connections } from './connections.js';
import type { Gateway, GatewayDeps, GatewayNote } from './deps.js';
import { Dispatcher } from './dispatcher.js';
import { DmNews } from './dm-news.js';
import { drainSockets } from './draining.js';
import { Entrance, type EntranceDeps } from './entrance.js';
import { FaceNews } from './face-news.js';
import { FastPath } from './fast-path.js';
import { Handshake } from './handshake.js';
import { InboundBudget } from './inbound-budget.js';
import { Laggards } from './laggards.js';
import { Memberships } from './memberships.js';
import { messageOperations } from './message-operations.js';
import { hearNote, isForDevices } from './notes.js';
import type { Operations } from './operation.js';
import { PageReads } from './page-reads.js';
import { OnlinePresence } from './presence.js';
import { Recheck } from './recheck.js';
import { RoomFeeds } from './room-feeds.js';
import { RoomOpening } from './room-opening.js';
import { roomOperations } from './room-operations.js';
import { Rounds } from './rounds.js';
import { SessionClock } from './session-clock.js';
import { sessionOperations } from './session-operations.js';
import { SessionRecheck } from './session-recheck.js';
import { createSocketServer } from './socket-server.js';
import { StarNews } from './star-news.js';
import { talkOperations } from './talk-operations.js';
import { Typing } from './typing.js';

export type { Gateway, GatewayDeps } from './deps.js';

const FAST_PATH_LEFT = 'sockets take the documented path, which costs more';

/** The second door of the house: Socket.IO on the same listener. It translates and delivers; actors decide. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { env, logger, metrics, rooms, streams, reader, links } = deps;
  const connections = new Connections();
  const onlookers = onlookersOf(deps, () => presence);
  const laggards = new Laggards(env, () => logger.info('a slow consumer is closed'));
  const rounds = new Rounds(env, (outbox) => laggards.note(outbox));
  const feeds = new RoomFeeds(
    { streams, rooms, env },
    { connections, onlookers, rounds, metrics: metrics.gateway, env },
    (err) => logger.warn({ err }, 'a stream could not be completed'),
  );
  const finder = createRoomFinder({ rooms, reader });
  const pages = new PageReads(env);
  const presenter = createRoomPresenter({ ...deps, presence: onlookers });
  const opening = new RoomOpening({ rooms, finder, feeds, streams, onlookers, pages, presenter });
  const memberships = new Memberships(reader, feeds, env, (err) =>
    logger.warn({ err }, 'memberships could not be read'),
  );
  const typing = new Typing({ ...deps, feeds });
  const { presence, ...news } = newsOf(deps, { connections, memberships, feeds, presenter });
  let isDraining = false;
  const handshake = new Handshake({ ...deps, connections, isDraining: () => isDraining });
  const clock = new SessionClock(connections, env);
  const sessions = recheckOf(deps, connections);
  const dispatcher = new Dispatcher({
    ...deps,
    operations: operationsOf(deps, { finder, feeds, opening, pages, typing }),
  });
  const parts = { connections, rounds, laggards, handshake, clock, memberships, presence, opening, pages, dispatcher };
  const entrance = openEntrance(deps, parts);
  const told = { connections, handshake, memberships, links, presence, typing, ...news };
  const stopNotes = listenToNotes(deps, (note) => hearNote(told, note), new Recheck({ ...told, users: deps.users }));
  return {
    presence: onlookers,
    audienceOf: (room) => feeds.find(room)?.activity.watcherCount ?? 0,
    get size() {
      return connections.size;
    },
    async drain() {
      isDraining = true;
      await drainSockets(connections, env, deps.config.drainS * 1_000);
    },
    async close() {
      isDraining = true;
      stopNotes();
      for (const part of [clock, sessions, memberships, presence, pages]) part.stop();
      for (const part of [entrance, feeds]) part.close();
      laggards.stop();
    },
  };
}

type EntranceParts = Omit<EntranceDeps, keyof GatewayDeps | 'io' | 'fastPath' | 'inboundBudget' | 'proxies'>;

/** The check of the socket libraries comes before anything of them is used. */
function openEntrance(deps: GatewayDeps, parts: EntranceParts): Entrance {
  const { env, logger, config } = deps;
  const fastPath = new FastPath(config.http.socketFastPath, (why) => logger.warn({ why }, FAST_PATH_LEFT));
  const inboundBudget = config.rateLimits ? new InboundBudget(env) : null;
  const node = deps.node ?? randomUUID().slice(0, 8);
  const io = createSocketServer({ ...deps, fastPath });
  return new Entrance({ ...deps, ...parts, node, inboundBudget, fastPath, io, proxies: config.http.trustedProxies });
}

/** Made before there is anybody: the parts know each other. */
const onlookersOf = ({ links, env }: GatewayDeps, presence: () => OnlinePresence) => ({
  links,
  now: env.now,
  isOnline: (account: string) => presence().isOnline(account),
  onlineAmong: (accounts: readonly string[]) => presence().onlineAmong(accounts),
});

/** Whatever becomes of the word that a session was closed. */
const recheckOf = ({ config, logger, reader, env }: GatewayDeps, connections: Connections): SessionRecheck =>
  new SessionRecheck({
    connections,
    reader,
    env,
    withinMs: config.sessionRecheckS * 1_000,
    onTrouble: (err) => logger.warn({ err }, 'sessions of sockets could not be read'),
  });

/** What the actors of this node say goes to the other gateways too. */
function listenToNotes({ notes, others }: GatewayDeps, hear: (note: GatewayNote) => void, recheck: Recheck) {
  const stopHere = notes.listen((note) => {
    hear(note);
    if (isForDevices(note)) others?.notes.publish(note);
  });
  const stopThere = others?.notes.listen((note) => hear(note as GatewayNote));
  const stopGaps = others?.onGap(() => void recheck.run());
  return () => {
    stopHere();
    stopThere?.();
    stopGaps?.();
  };
}

type NewsParts = { connections: Connections; memberships: Memberships; feeds: RoomFeeds; presenter: RoomPresenter };

/** What has to be read before it is told. */
function newsOf(deps: GatewayDeps, around: NewsParts) {
  const warn = (what: string) => (err: unknown) => deps.logger.warn({ err }, what);
  return {
    presence: new OnlinePresence({ ...deps, ...around, onTrouble: warn('peers were not told who is here') }),
    dmNews: new DmNews({ ...deps, ...around, onTrouble: warn('a direct chat was not told') }),
    starNews: new StarNews({ ...deps, ...around, onTrouble: warn('a balance was not read') }),
    faceNews: new FaceNews({ ...deps, ...around, onTrouble: warn('a face was not shown') }),
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
