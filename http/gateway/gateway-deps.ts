import type { Server } from 'node:http';
import type { RoomStreams, Rooms, UserEvent, UserEvents } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { BotAuthenticator } from '#http/bots/authenticate-bot.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import type { Limits, LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { UserEventBus } from '#src/cluster/user-event-bus.js';
import type { Config } from '#src/config/config.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Logger } from '#src/observability/logger.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { Tracing } from '#src/observability/tracing/tracing.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import type { Reader } from '#src/store/store.js';
import type { AdmissionQueue } from '../admission/admission-queue.js';
import type { SecurityLog } from '../middleware/security-log.js';
import type { PeoplePresenter } from '../presenters/people-presenter.js';
import type { Presence } from '../presenters/presence.js';

/** Time, chance and timers, as the runtime's environment has them. */
export interface Env {
  now(): number;
  monotonic(): number;
  random(): number;
  after(ms: number, run: () => void): () => void;
  soon(run: () => void): void;
}

export interface GatewayDeps {
  server: Server;
  config: Pick<Config, 'rateLimits' | 'drainS' | 'sessionRecheckS' | 'sizeLimits'> & {
    http: Pick<Config['http'], 'socketOrigins' | 'socketFastPath' | 'trustedProxies'>;
  };
  logger: Logger;
  metrics: Pick<Metrics, 'gateway' | 'refused'>;
  /** Null or absent where nothing is recorded. */
  tracing?: Pick<Tracing, 'root' | 'delivery'> | null;
  rooms: Rooms;
  users: Users;
  streams: RoomStreams;
  userEvents: UserEvents;
  reader: Reader;
  links: FileLinks;
  peoplePresenter: PeoplePresenter;
  tokens: Pick<Tokens, 'verifyAccess'>;
  authenticateBot: BotAuthenticator;
  limits: Limits;
  /** Of this node alone. */
  localLimits: LocalLimits;
  env: Env;
  /** Work waits here when the node has more of it than time; null where nothing has to wait. */
  admissionQueue: AdmissionQueue | null;
  security: SecurityLog;
  fingerprints: Pick<Fingerprints, 'ofNetwork'>;
  /** The gateways of other nodes; null where this node is alone. */
  cluster: GatewayCluster | null;
  /** The name of this node as clients see it in `ready`. */
  node?: string;
  /** The epoch of the store, which a restore changes. */
  epoch: string;
}

/** Events between gateways. */
export type GatewayEvent =
  | UserEvent
  /** From the previous version alone: the account has come, or has gone from everywhere. */
  | { to: AccountId; type: 'presence'; lastSeen: number | null }
  /** The same, to one that has a direct chat with it. */
  | { to: AccountId; type: 'peer:presence'; accountId: AccountId; roomId: RoomId; lastSeen: number | null }
  | { to: AccountId; type: 'typing'; roomId: RoomId; username: string; on: boolean };

export interface GatewayCluster {
  userEvents: UserEventBus;
  /** Called when messages of other nodes may have been lost. Returns the way to stop. */
  onMessagesLost(listener: () => void): () => void;
}

export interface Gateway {
  presence: Presence;
  /** How many members of a room are connected here. */
  audienceOf(room: RoomId): number;
  /** The account is suspended: its sockets end, and its handshakes that are under way are refused. */
  suspended(account: AccountId): void;
  /** How many sockets are connected. */
  readonly size: number;
  /** Notifies every socket, and closes them over some seconds. They may come back. */
  sendElsewhere(): Promise<void>;
  /** Refuses handshakes, notifies every socket, and closes them over some seconds. */
  drain(): Promise<void>;
  /** Stop at once. */
  close(): Promise<void>;
}
