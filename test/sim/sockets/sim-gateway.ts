/** The real gateway of one node, with sockets that are not. */

import type { Cluster } from '#actors/cluster/cluster.js';
import type { Env } from '#actors/runtime/env.js';
import { createBotAuthenticator } from '#http/bots/authenticate-bot.js';
import { createGateway, type Gateway, type GatewayDeps } from '#http/gateway/gateway.js';
import { createPeoplePresenter } from '#http/presenters/people-presenter.js';
import { createTokens, type Tokens } from '#src/adapters/credentials/tokens.js';
import { createLimits, createLocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { EPOCH } from '../time/node-env.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';
import { type SocketEnd, VirtualSocket } from './virtual-socket.js';
import { VirtualSocketServer } from './virtual-socket-server.js';
import type { UserEventNet } from './virtual-user-events.js';

export interface SimGatewayDeps {
  name: string;
  world: World;
  life: ProcessLifetime;
  node: Node;
  store: Store;
  /** Null on a single node. */
  cluster: Cluster | null;
  env: Env;
}

const DRAIN_S = 5;
const RECHECK_S = 30;
const DAY_S = 86_400;
const secrets: readonly [string] = ['a secret of the simulated service'];

/** Good for all of a run. */
export const tokenOf = (account: string, session: string): string =>
  tokensAt(() => EPOCH).issueAccess(account, session).token;

const tokensAt = (now: () => number): Tokens =>
  createTokens({ secrets, accessTtlS: DAY_S, refreshTtlS: DAY_S, env: { now } });

const silent = { info: () => undefined, warn: () => undefined, debug: () => undefined };
const uncounted = {
  socketOpened: () => undefined,
  socketClosed: () => undefined,
  began: () => undefined,
  operated: () => undefined,
  flushed: () => undefined,
};

export class SimGateway {
  readonly gateway: Gateway;
  readonly #deps: SimGatewayDeps;
  readonly #server = new VirtualSocketServer();
  readonly #chance: SeededRandom;
  readonly #sockets = new Set<VirtualSocket>();

  constructor(deps: SimGatewayDeps) {
    this.#deps = deps;
    this.#chance = new SeededRandom(deps.world.seed, `sockets of ${deps.name} from ${deps.world.now}`);
    this.gateway = createGateway(this.#gatewayDeps(), this.#server.create);
  }

  /** A client has come this far: its connection is open, and it says who it is. */
  accept(client: SocketEnd, token: string): VirtualSocket {
    const { life } = this.#deps;
    const socket = new VirtualSocket(life, this.#chance, client);
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    const { schedule } = life;
    life.comes(schedule.now + 1, () => {
      this.#server.opened(socket);
      socket.clientSends(`0${JSON.stringify({ token })}`);
    });
    return socket;
  }

  /** Where the process was, nobody is any more. */
  die(): void {
    for (const socket of this.#sockets) socket.serverDies();
  }

  #gatewayDeps(): GatewayDeps {
    const { name, world, life, node, store, cluster, env } = this.#deps;
    const fails = (what: { err: unknown }, message: string) => world.mistake(`${message}: ${String(what.err)}`);
    const logger = { ...silent, error: fails } as unknown as GatewayDeps['logger'];
    return {
      server: null as never,
      config: {
        rateLimits: true,
        drainS: DRAIN_S,
        sessionRecheckS: RECHECK_S,
        sizeLimits: {},
        http: { socketOrigins: null, socketFastPath: true, trustedProxies: 0 },
      } as unknown as GatewayDeps['config'],
      logger,
      metrics: { gateway: uncounted, refused: () => undefined },
      rooms: node.rooms,
      users: node.users,
      streams: node.streams,
      userEvents: node.userEvents,
      reader: store,
      links: plainLinks,
      peoplePresenter: createPeoplePresenter({ reader: store, links: plainLinks }),
      tokens: tokensAt(env.now),
      authenticateBot: createBotAuthenticator({ users: node.users, reader: store, env, isOn: true }),
      limits: createLimits({ env, off: false }),
      localLimits: createLocalLimits({ env, off: false }),
      env,
      security: silent,
      fingerprints: { ofNetwork: (network) => network },
      admissionQueue: null,
      cluster: cluster && clusterOf(cluster, world.userEvents.open(name, life)),
      node: name,
      epoch: '0',
    };
  }
}

function clusterOf(cluster: Cluster, events: ReturnType<UserEventNet['open']>): GatewayDeps['cluster'] {
  return {
    ...events,
    onMessagesLost(listener) {
      events.onReconnect(listener);
      return cluster.onLoss(listener);
    },
  };
}
