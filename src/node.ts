/** The actors of one node on one store, for the edge and for load tests. It has no HTTP and no sockets. */

import type { Cluster } from '#actors/cluster/cluster.js';
import type {
  CatalogWriter,
  OrganizationCommand,
  OrganizationReplies,
  Organizations,
} from '#actors/organization/commands.js';
import { createOrganizationKind } from '#actors/organization/organization-actor.js';
import { createSharedArticles } from '#actors/room/articles/shared-articles.js';
import type {
  Inbox,
  RoomCommand,
  RoomItem,
  RoomList,
  RoomReplies,
  RoomSearch,
  RoomStreams,
  Rooms,
  SharedArticles,
  UserEvent,
  UserEvents,
} from '#actors/room/commands.js';
import { createInbox } from '#actors/room/inbox/inbox.js';
import { roomItemCodec } from '#actors/room/log/packed-item.js';
import { laterEntries } from '#actors/room/reading/later-entries.js';
import { createRoomList } from '#actors/room/reading/room-list.js';
import { createRoomKind, type RoomOptions } from '#actors/room/room-actor.js';
import { DigestMaker } from '#actors/room/search/digest-maker.js';
import { createRoomSearch } from '#actors/room/search/room-search.js';
import { ActorSystem, type SystemOptions } from '#actors/runtime/actor-system.js';
import { type ActorClient, type Cause, withCause } from '#actors/runtime/client.js';
import {
  createSponsoredMarks,
  type SponsoredCommand,
  type SponsoredItems,
  type SponsoredMarks,
  type SponsoredReplies,
} from '#actors/sponsored/commands.js';
import { sponsoredKind } from '#actors/sponsored/sponsored-actor.js';
import type { Accounts, PanelCodes, UserCommand, UserReplies, Users } from '#actors/user/commands.js';
import { createUserKind } from '#actors/user/user-actor.js';
import { createAddressKind } from '#actors/v1/address-actor.js';
import type { V1Addresses, V1Command, V1Replies } from '#actors/v1/commands.js';
import { createAccounts } from '#actors/writers/account-writer.js';
import { createAuditWriter } from '#actors/writers/audit-writer.js';
import { createCatalogWriter } from '#actors/writers/catalog-writer.js';
import type {
  AuditWriter,
  CountSums,
  FileWriter,
  OperatorKeyWriter,
  OperatorLoginWriter,
  ReachWriter,
  RetentionWriter,
  WebhookWriter,
} from '#actors/writers/commands.js';
import { createCountSums } from '#actors/writers/count-sums.js';
import { createFileWriter } from '#actors/writers/file-writer.js';
import { createOperatorKeyWriter } from '#actors/writers/operator-key-writer.js';
import { createOperatorLoginWriter } from '#actors/writers/operator-login-writer.js';
import { createPanelCodes } from '#actors/writers/panel-code-writer.js';
import { createReachWriter } from '#actors/writers/reach-writer.js';
import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import { createWebhookWriter } from '#actors/writers/webhook-writer.js';
import { RecentSuspensions } from './domain/accounts/suspension.js';
import { formatOfCommand } from './domain/log/format-table.js';
import { type RetentionDays, retentionsWith, singlesKeptMs } from './store/retention.js';

export interface Node {
  rooms: Rooms;
  lookup: RoomSearch;
  inbox: Inbox;
  roomList: RoomList;
  articles: SharedArticles;
  users: Users;
  /** The e-mail addresses of `/v1`. */
  addresses: V1Addresses;
  organizations: Organizations;
  catalog: CatalogWriter;
  sponsored: SponsoredItems;
  sponsoredMarks: SponsoredMarks;
  accounts: Accounts;
  panelCodes: PanelCodes;
  operatorKeys: OperatorKeyWriter;
  operatorLogins: OperatorLoginWriter;
  audit: AuditWriter;
  files: FileWriter;
  reach: ReachWriter;
  webhooks: WebhookWriter;
  /** Calls the listener with the room of each durable entry of this node. Returns the way to stop. */
  watchRooms(listener: (room: string) => void): () => void;
  retention: RetentionWriter;
  countSums: CountSums;
  streams: RoomStreams;
  userEvents: UserEvents;
  /** Accounts that were suspended a moment ago. */
  suspensions: RecentSuspensions;
  system: ActorSystem;
  /** Completes what actors have begun, and refuses everything else. */
  stop(): Promise<void>;
}

export interface NodeOptions extends SystemOptions, RoomOptions {
  brand: string;
  /** Other spans than the usual ones. */
  retentionDays?: RetentionDays;
  /** Default: a year. */
  sessionMaxAgeS?: number;
  /** The cluster, which replaces `owner` and `alone`. */
  cluster?: Cluster | undefined;
  /** The work in which commands are asked; default: none is known. */
  currentCause?: () => Cause | undefined;
}

const YEAR_S = 31_536_000;

export function createNode({ cluster, currentCause, ...options }: NodeOptions): Node {
  const among = cluster ? { owner: cluster.ownership(), alone: false } : {};
  const system = new ActorSystem({ ...options, ...among, formatOf: formatOfCommand });
  const suspensions = new RecentSuspensions();
  system.register(createRoomKind({ ...options, suspensions }));
  const { brand, sessionMaxAgeS = YEAR_S } = options;
  system.register(createUserKind({ brand, sessionMaxAgeMs: sessionMaxAgeS * 1_000 }));
  system.register(createAddressKind());
  system.register(createOrganizationKind({ brand }));
  system.register(sponsoredKind);
  cluster?.attach(system);
  const asked = cluster ?? system;
  const client = <C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> =>
    currentCause ? withCause(asked.client<C, R>(kind), currentCause) : asked.client<C, R>(kind);
  const rooms = client<RoomCommand, RoomReplies>('room');
  const sponsored = client<SponsoredCommand, SponsoredReplies>('sponsored');
  const onDigestError = (error: unknown) =>
    options.onError?.(error, { kind: 'room', id: 'in the background', command: 'keep_digest' });
  const digests = new DigestMaker(rooms, options.store, onDigestError);
  system.streams<RoomItem>('room').watchAll((_, item) => digests.observe(item));
  return {
    system,
    suspensions,
    rooms,
    lookup: createRoomSearch(rooms, options.store),
    inbox: createInbox(rooms, options.store),
    roomList: createRoomList({
      rooms,
      reader: options.store,
      now: () => options.env.now(),
      isInMemory: (room) => system.isActive('room', room),
    }),
    articles: createSharedArticles(options.store, () => options.env.now()),
    users: client<UserCommand, UserReplies>('user'),
    addresses: client<V1Command, V1Replies>('v1'),
    organizations: client<OrganizationCommand, OrganizationReplies>('organization'),
    sponsored,
    sponsoredMarks: createSponsoredMarks(sponsored),
    catalog: createCatalogWriter(options.store),
    accounts: createAccounts(options.store, options.env),
    panelCodes: createPanelCodes(options.store),
    operatorKeys: createOperatorKeyWriter(options.store),
    operatorLogins: createOperatorLoginWriter(options.store),
    audit: createAuditWriter(options.store),
    files: createFileWriter(options.store, options.env),
    reach: createReachWriter(options.store),
    webhooks: createWebhookWriter(options.store),
    watchRooms: (listener) => system.streams<RoomItem>('room').watchAll(listener),
    retention: createRetentionWriter(options.store, options.env, retentionsWith(options.retentionDays)),
    countSums: createCountSums(options.store, options.env, singlesKeptMs(options.retentionDays)),
    streams: cluster
      ? cluster.streams<RoomItem>('room', (known) => laterEntries(options.store, known), roomItemCodec)
      : system.streams<RoomItem>('room'),
    userEvents: { listen: (listener) => system.listen<UserEvent>(listener) },
    stop: async () => {
      await digests.stop();
      await system.stop();
    },
  };
}
