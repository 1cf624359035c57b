import Joi from 'joi';
import { USERNAME_LENGTH_MAX } from '#src/domain/accounts/username.js';
import {
  MEMBERS_MAX,
  MESSAGE_TTL_HOURS_MAX,
  ROOM_NAME_MAX,
  SLUG_MAX,
  SLUG_MIN,
  WELCOME_MESSAGE_MAX,
} from '#src/domain/limits.js';
import { defaultSettings, type RoomSettings, type Visibility } from '#src/domain/rooms/room.js';
import { slugPattern } from '#src/domain/text/slug.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, name, object, oneOf, pageSize, text, uuid } from '../schema/kinds.js';
import { listRowShape, memberShape, ownRoomShape, roomShape } from '../shapes/room.js';

export interface MembersQuery {
  after?: string;
  name?: string;
  limit: number;
}

export interface CreateRoomBody {
  name: string;
  slug?: string;
  visibility: Visibility;
  message_ttl_hours: number | null;
  welcome_message: string | null;
  star_gated: boolean;
}

const slug = text()
  .trim()
  .lowercase()
  .min(SLUG_MIN)
  .max(SLUG_MAX)
  .pattern(slugPattern)
  .messages({ 'string.pattern.base': '{{#label}} takes lowercase letters, digits and single hyphens between them' })
  .description('Lowercased; never changes later. Without it one is derived from the name.')
  .example('kahve-kosesi');

export const createRoomBody = object<CreateRoomBody>({
  name: name().chars(1, ROOM_NAME_MAX).required().example('Kahve Köşesi'),
  slug,
  visibility: oneOf('open', 'closed').default('open'),
  message_ttl_hours: integer().min(1).max(MESSAGE_TTL_HOURS_MAX).allow(null).default(null),
  welcome_message: text().trim().empty('').chars(0, WELCOME_MESSAGE_MAX).allow(null).default(null),
  star_gated: flag().default(false),
}).label('CreateRoom');

/** The settings of a new room. */
export function settingsOf(body: CreateRoomBody): RoomSettings {
  return {
    ...defaultSettings,
    name: body.name,
    visibility: body.visibility,
    messageTtlHours: body.message_ttl_hours,
    welcomeMessage: body.welcome_message,
    starGated: body.star_gated,
  };
}

const tag = 'Rooms';
const oneRoom = object({ room: roomShape.required() });
const joinStatus = oneOf('joined', 'already_member', 'requested').required();
const leaveStatus = oneOf('left', 'handed_over', 'room_gone').required();

export const roomEndpoints = {
  listRooms: endpoint({
    id: 'listRooms',
    method: 'get',
    path: '/api/rooms',
    tag,
    summary: 'List the rooms of the caller',
    description: 'Pinned to the top first (newest pin first), then by last conversation; archived rooms included.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ rooms: list(listRowShape).required() }) } },
  }),
  createRoom: endpoint({
    id: 'createRoom',
    method: 'post',
    path: '/api/rooms',
    tag,
    summary: 'Open a room',
    description: 'The caller becomes founder and first member. A slug derived from the name never fails as taken.',
    access: 'username',
    body: createRoomBody,
    answers: { 201: { description: 'The room.', shape: oneRoom } },
  }),
  viewRoom: endpoint({
    id: 'viewRoom',
    method: 'get',
    path: '/api/rooms/{slug}',
    tag,
    summary: 'View a room, as a member or not',
    description: 'A closed room is shown too, to whoever knows its slug. `GET /api/rooms` has the role of the caller.',
    access: 'username',
    answers: { 200: { description: 'The room, without `my_role`.', shape: oneRoom } },
    refusals: ['room_not_found'],
  }),
  deleteRoom: endpoint({
    id: 'deleteRoom',
    method: 'delete',
    path: '/api/rooms/{slug}',
    tag,
    summary: 'Delete the room for everybody, or leave it',
    description:
      '`for=everyone`: the founder; it cannot be undone. `for=me` is leaving. Anything else means `everyone` in a group and `me` in a DM.',
    access: 'username',
    query: object<{ for?: 'everyone' | 'me' }>({
      for: Joi.valid('everyone', 'me').empty(Joi.not('everyone', 'me')),
    }),
    answers: {
      200: {
        description: 'The same as for leaving.',
        shape: object({ status: leaveStatus, founder_id: Joi.string().uuid() }),
      },
      204: { description: 'Deleted for everybody.' },
    },
    refusals: ['not_admin', 'not_member', 'room_not_found'],
  }),
  listOwnRooms: endpoint({
    id: 'listOwnRooms',
    method: 'get',
    path: '/api/me/rooms',
    tag,
    summary: 'List the groups that the caller has founded or is an admin of',
    description: 'By name. Without `my_role` and `member_count`.',
    access: 'bearer',
    answers: {
      200: {
        description: 'Both lists.',
        shape: object({ founded: list(ownRoomShape).required(), administered: list(ownRoomShape).required() }),
      },
    },
  }),
  joinRoom: endpoint({
    id: 'joinRoom',
    method: 'post',
    path: '/api/rooms/{slug}/join',
    tag,
    summary: 'Join a room, or request to join',
    description:
      'The membership is looked at first, then a ban, stars, the approval queue, and whether the room is closed. `status` is `joined`, `already_member` or `requested`.',
    access: 'username',
    answers: {
      200: { description: 'The outcome.', shape: object({ status: joinStatus, room: roomShape.required() }) },
    },
    refusals: ['banned', 'star_required', 'room_closed', 'room_not_found'],
  }),
  leaveRoom: endpoint({
    id: 'leaveRoom',
    method: 'post',
    path: '/api/rooms/{slug}/leave',
    tag,
    summary: 'Leave the room',
    description:
      'When the founder leaves, the longest-present admin, else member, becomes the founder; the last member to leave deletes the room.',
    access: 'username',
    answers: {
      200: {
        description: 'The outcome.',
        shape: object({ status: leaveStatus, founder_id: Joi.string().uuid() }),
      },
    },
    refusals: ['not_member', 'room_not_found'],
  }),
  listMembers: endpoint({
    id: 'listMembers',
    method: 'get',
    path: '/api/rooms/{slug}/members',
    tag,
    summary: 'List the members, oldest join first',
    description:
      'With `has_more`: ask again with the last `account_id` as `after`. With `name`: only members whose usernames begin so, compared as usernames are; very short beginnings of common names may leave some out.',
    access: 'username',
    place: 'member',
    query: object<MembersQuery>({
      after: uuid(),
      name: text().trim().chars(1, USERNAME_LENGTH_MAX).example('bo'),
      limit: pageSize(MEMBERS_MAX, MEMBERS_MAX),
    }),
    answers: {
      200: {
        description: 'The list.',
        shape: object({ members: list(memberShape).required(), has_more: flag().required() }),
      },
    },
    refusals: ['not_member', 'room_not_found', 'not_found'],
  }),
};
