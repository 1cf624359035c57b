/**
 * The actors of one node on one store: what the edge and load tests ask. No HTTP, no sockets.
 */

import type { Cluster } from '#actors/cluster/cluster.js';
import type { Files } from '#actors/files/commands.js';
import { createFiles } from '#actors/files/files.js';
import { createCatalogKeeper } from '#actors/organization/catalog-keeper.js';
import type {
  CatalogKeeper,
  OrganizationCommand,
  OrganizationReplies,
  Organizations,
} from '#actors/organization/commands.js';
import { createOrganizationKind } from '#actors/organization/organization-actor.js';
import type { Reach } from '#actors/reach/commands.js';
import { createReach } from '#actors/reach/reach.js';
import type {
  RoomCommand,
  RoomItem,
  RoomLookup,
  RoomReplies,
  RoomStreams,
  Rooms,
  SharedArticles,
  UserNote,
  UserNotes,
} from '#actors/room/commands.js';
import { createRoomLookup } from '#actors/room/lookup/room-lookup.js';
import { createRoomKind } from '#actors/room/room-actor.js';
import { createSharedArticles } from '#actors/room/shared-articles.js';
import { ActorSystem, type SystemOptions } from '#actors/runtime/actor-system.js';
import {
  createSponsoredMarks,
  type SponsoredCommand,
  type SponsoredItems,
  type SponsoredMarks,
  type SponsoredReplies,
} from '#actors/sponsored/commands.js';
import { sponsoredKind } from '#actors/sponsored/sponsored-actor.js';
import { createAccounts } from '#actors/user/accounts.js';
import type { Accounts, PanelCodes, UserCommand, UserReplies, Users } from '#actors/user/commands.js';
import { createPanelCodes } from '#actors/user/panel-codes.js';
import { createUserKind } from '#actors/user/user-actor.js';
import { createAddressKind } from '#actors/v1/address-actor.js';
import type { V1Addresses, V1Command, V1Replies } from '#actors/v1/commands.js';

export interface Node {
  rooms: Rooms;
  lookup: RoomLookup;
  articles: SharedArticles;
  users: Users;
  /** The e-mail addresses of `/v1`. */
  addresses: V1Addresses;
  organizations: Organizations;
  catalog: CatalogKeeper;
  sponsored: SponsoredItems;
  sponsoredMarks: SponsoredMarks;
  accounts: Accounts;
  panelCodes: PanelCodes;
  files: Files;
  reach: Reach;
  streams: RoomStreams;
  notes: UserNotes;
  system: ActorSystem;
}

export interface NodeOptions extends SystemOptions {
  brand: string;
  /** A year unless told. */
  sessionMaxAgeS?: number;
  documentTtlS?: number;
  /** The others it lives among; then `owner` and `alone` say nothing. */
  cluster?: Cluster | undefined;
}

const YEAR_S = 31_536_000;

export function createNode({ cluster, ...options }: NodeOptions): Node {
  const among = cluster ? { owner: cluster.ownership(), alone: false } : {};
  const system = new ActorSystem({ ...options, ...among });
  system.register(createRoomKind(options));
  const { brand, sessionMaxAgeS = YEAR_S } = options;
  system.register(createUserKind({ brand, sessionMaxAgeMs: sessionMaxAgeS * 1_000 }));
  system.register(createAddressKind());
  system.register(createOrganizationKind({ brand }));
  system.register(sponsoredKind);
  cluster?.attach(system);
  const asked = cluster ?? system;
  const rooms = asked.client<RoomCommand, RoomReplies>('room');
  const sponsored = asked.client<SponsoredCommand, SponsoredReplies>('sponsored');
  return {
    system,
    rooms,
    lookup: createRoomLookup(rooms, options.store),
    articles: createSharedArticles(options.store, () => options.env.now()),
    users: asked.client<UserCommand, UserReplies>('user'),
    addresses: asked.client<V1Command, V1Replies>('v1'),
    organizations: asked.client<OrganizationCommand, OrganizationReplies>('organization'),
    sponsored,
    sponsoredMarks: createSponsoredMarks(sponsored),
    catalog: createCatalogKeeper(options.store),
    accounts: createAccounts(options.store, options.env),
    panelCodes: createPanelCodes(options.store, options.env),
    files: createFiles(options.store, options.env),
    reach: createReach(options.store),
    streams: cluster ? cluster.streams<RoomItem>('room') : system.streams<RoomItem>('room'),
    notes: { listen: (listener) => system.listen<UserNote>(listener) },
  };
}
