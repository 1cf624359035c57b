/** What operators see and do in rooms, and what they see of a person. */
import type { Rooms } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { roomIdOf } from '#http/operators/room-lookup.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { consoleContentEndpoints as endpoints, type RoomLookQuery } from '#src/protocol/console/console-content.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import type { Reader } from '#src/store/store.js';
import { personWith } from '../people/people-finder.js';

export interface ConsoleContentDeps {
  rooms: Rooms;
  users: Users;
  reader: Reader;
  links: FileLinks;
  /** Never rejects: the rest of the erasure continues later. */
  eraseAccount(account: AccountId): Promise<unknown>;
}

const ROOMS_LISTED_MAX = 1_000;

export const consoleContentRoutes = (deps: ConsoleContentDeps): Route[] => [...personRoutes(deps), ...roomRoutes(deps)];

function personRoutes({ users, reader, eraseAccount }: ConsoleContentDeps): Route[] {
  return [
    route(endpoints.listRoomsOfAccount, async ({ params }) => {
      const { _id } = await personWith(reader, params.id);
      return ok({ rooms: await roomsOf(reader, _id) });
    }),
    route(endpoints.eraseAccountAsOperator, async ({ params, ctx }) => {
      const { _id, createdAt } = await personWith(reader, params.id);
      noteBefore(ctx, { created_at: new Date(createdAt).toISOString() });
      await users.ask(_id, { type: 'give_up' });
      void eraseAccount(_id);
      return noContent();
    }),
  ];
}

function roomRoutes(deps: ConsoleContentDeps): Route[] {
  const { rooms, reader, links } = deps;
  return [
    route(endpoints.readRoomAsOperator, async ({ params, query }) => {
      return ok(await conversationOf(deps, await roomIdOf(reader, params.id), query));
    }),
    route(endpoints.deleteMessageAsOperator, async ({ params, ctx }) => {
      const id = await roomIdOf(reader, params.id);
      const messageId = (params.message_id ?? '').toLowerCase();
      const command = { type: 'delete_message_as_operator' as const, messageId, settles: null };
      const { message } = await rooms.ask(id, command);
      const presented = presentMessage(message, links);
      // The content is what had to go: the row tells whose message it was and where it stood.
      noteBefore(ctx, { room: id, seq: presented.seq, sender: presented.sender?.account_id ?? null });
      return ok({ message: presented });
    }),
    route(endpoints.deleteRoomAsOperator, async ({ params, ctx }) => {
      const id = await roomIdOf(reader, params.id);
      const head = await reader.get<Head & { _id: string }>('rooms', id);
      noteBefore(ctx, { room: id, kind: head?.kind ?? null, member_count: head?.memberCount ?? null });
      await rooms.ask(id, { type: 'delete_room_as_operator', settles: null });
      return noContent();
    }),
  ];
}

/** Of the store: names and slugs are those of the last checkpoint of each room. */
async function roomsOf(reader: Reader, account: AccountId) {
  const range = { index: 'byAccount', prefix: [account], limit: ROOMS_LISTED_MAX };
  const memberships = await reader.range<Member>('members', range);
  const heads = await reader.getMany<Head & { _id: string }>(
    'rooms',
    memberships.map(({ room }) => room),
  );
  return memberships.flatMap(({ room: id, role, joinedAt }, at) => {
    const head = heads[at];
    if (!head || head.deleted) return [];
    return [{ id, slug: head.slug, name: head.settings.name, kind: head.kind, role, joined_at: joinedAt }];
  });
}

type Look = Pick<RoomLookQuery, 'before_seq' | 'after_seq' | 'around_seq' | 'limit'>;

export async function conversationOf(
  { rooms, links }: Pick<ConsoleContentDeps, 'rooms' | 'links'>,
  id: string,
  look: Look,
) {
  const { before_seq: beforeSeq, after_seq: afterSeq, around_seq: aroundSeq, limit } = look;
  const read = await rooms.ask(id, {
    type: 'read_as_operator',
    limit,
    ...(beforeSeq === undefined ? {} : { beforeSeq }),
    ...(afterSeq === undefined ? {} : { afterSeq }),
    ...(aroundSeq === undefined ? {} : { aroundSeq }),
  });
  const { slug, name, kind, memberCount, messages, hasMore, seq } = read;
  return {
    room: { id, slug, name, kind, member_count: memberCount },
    messages: messages.map((message) => presentMessage(message, links)),
    has_more: hasMore,
    seq,
  };
}
