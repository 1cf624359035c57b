import type { Server } from 'node:http';
import type { RoomStreams, Rooms, UserNote, UserNotes } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { Fingerprints } from '#src/adapters/fingerprints.js';
import type { Limits, LocalLimits } from '#src/adapters/limits.js';
import type { Tokens } from '#src/adapters/tokens.js';
import type { NoteBus } from '#src/cluster/note-bus.js';
import type { SharedPresence } from '#src/cluster/shared-presence.js';
import type { Config } from '#src/config.js';
import type { AccountId } from '#src/domain/account.js';
import type { RoomId } from '#src/domain/room.js';
import type { Logger } from '#src/logger.js';
import type { Metrics } from '#src/metrics.js';
import type { FileLinks } from '#src/protocol/file-links.js';
import type { Reader } from '#src/store/store.js';
import type { Faces } from '../faces.js';
import type { SecurityLog } from '../middleware/security-log.js';
import type { Presence } from '../presence.js';

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
  config: Pick<Config, 'rateLimits' | 'drainS' | 'sessionRecheckS'> & {
    http: Pick<Config['http'], 'socketOrigins' | 'socketFastPath' | 'trustedProxies'>;
  };
  logger: Logger;
  metrics: Pick<Metrics, 'gateway' | 'refused'>;
  rooms: Rooms;
  users: Users;
  streams: RoomStreams;
  notes: UserNotes;
  reader: Reader;
  links: FileLinks;
  faces: Faces;
  tokens: Pick<Tokens, 'verifyAccess'>;
  limits: Limits;
  /** Of this node alone. */
  localLimits: LocalLimits;
  env: Env;
  security: SecurityLog;
  fingerprints: Pick<Fingerprints, 'ofNetwork'>;
  /** The gateways of other nodes, and who is connected there; null where this node is alone. */
  others: Others | null;
  /** The name of this node as clients see it in `ready`. */
  node?: string;
}

/** What gateways tell each other. */
export type GatewayNote =
  | UserNote
  | { to: AccountId; type: 'presence'; lastSeen: number | null }
  | { to: AccountId; type: 'typing'; roomId: RoomId; username: string; on: boolean };

export interface Others {
  notes: NoteBus;
  presence: SharedPresence;
  /** Called when hints may have got lost. Returns the way to stop. */
  onGap(listener: () => void): () => void;
}

export interface Gateway {
  presence: Presence;
  /** How many members of a room are connected here. */
  audienceOf(room: RoomId): number;
  /** How many sockets are connected. */
  readonly size: number;
  /** Refuse handshakes, tell every socket, close them over some seconds. */
  drain(): Promise<void>;
  /** Stop at once. */
  close(): Promise<void>;
}
