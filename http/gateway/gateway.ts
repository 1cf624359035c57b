import { randomUUID } from 'node:crypto';
import { createRoomFinder, type RoomFinder } from '../api/room-finder.js';
import { Connections } from './connections.js';
import type { Gateway, GatewayDeps } from './deps.js';
import { Dispatcher } from './dispatcher.js';
import { drainSockets } from './draining.js';
import { Entrance } from './entrance.js';
import { Handshake } from './handshake.js';
import { Laggards } from './laggards.js';
import { Memberships } from './memberships.js';
import { messageOperations } from './message-operations.js';
import { hearNote } from './notes.js';
import type { Operations } from './operation.js';
import { ReadSlots } from './read-slots.js';
import { RoomFeeds } from './room-feeds.js';
import { RoomOpening } from './room-opening.js';
import { roomOperations } from './room-operations.js';
import { Rounds } from './rounds.js';
import { SessionClock } from './session-clock.js';
import { sessionOperations } from './session-operations.js';
import { createSocketServer } from './socket-server.js';
import { talkOperations } from './talk-operations.js';
import { Typing } from './typing.js';

export type { Gateway, GatewayDeps } from './deps.js';

/** The second door of the house: Socket.IO on the same listener. It translates and delivers; actors decide. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { env, logger, metrics, rooms, streams, reader, links } = deps;
  const connections = new Connections();
  const onlookers = { links, now: env.now, isOnline: (account: string) => connections.isOnline(account) };
  const laggards = new Laggards(env, () => logger.info('a slow consumer is closed'));
  const rounds = new Rounds(env, (outbox) => laggards.note(outbox));
  const feeds = new RoomFeeds(streams, env, { connections, onlookers, rounds, metrics: metrics.gateway, env });
  const finder = createRoomFinder({ rooms, reader });
  const slots = new ReadSlots(env);
  const opening = new RoomOpening({ rooms, finder, feeds, onlookers, slots });
  const memberships = new Memberships(reader, feeds, env, (err) =>
    logger.warn({ err }, 'memberships could not be read'),
  );
  let isDraining = false;
  const handshake = new Handshake({ ...deps, connections, isDraining: () => isDraining });
  const clock = new SessionClock(connections, env);
  const dispatcher = new Dispatcher({ ...deps, operations: operationsOf(deps, { finder, feeds, opening, slots }) });
  const entrance = new Entrance({
    ...deps,
    node: deps.node ?? randomUUID().slice(0, 8),
    ...{
      io: createSocketServer(deps),
      connections,
      rounds,
      laggards,
      handshake,
      clock,
      memberships,
      opening,
      dispatcher,
    },
  });
  const stopNotes = deps.notes.listen((note) => hearNote({ connections, handshake, memberships, links }, note));
  return {
    presence: onlookers,
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
      clock.stop();
      memberships.stop();
      entrance.close();
      feeds.close();
      laggards.stop();
    },
  };
}

type Parts = { finder: RoomFinder; feeds: RoomFeeds; opening: RoomOpening; slots: ReadSlots };

function operationsOf(deps: GatewayDeps, parts: Parts): Operations {
  const limits = deps.config.rateLimits ? deps.limits : null;
  return {
    ...roomOperations({ ...deps, ...parts, typing: new Typing({ ...deps, ...parts }) }),
    ...messageOperations({ ...deps, ...parts, limits }),
    ...talkOperations({ ...deps, ...parts }),
    ...sessionOperations(deps),
  };
}
