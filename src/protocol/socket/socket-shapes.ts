/** Events by name, as schemas for the AsyncAPI document. */
import Joi, { type ObjectSchema } from 'joi';
import { flag, integer, list, object } from '../schema/kinds.js';
import { requestShape } from '../shapes/join-request.js';
import { messageShape } from '../shapes/message.js';
import { nullableAvatarShape } from '../shapes/photo.js';
import {
  changedRoomShape,
  listRowShape,
  memberShape,
  notificationKeys,
  roomShape,
  unreadFrom,
} from '../shapes/room.js';
import type { EventName } from './events.js';

const slug = () => Joi.string().required().description('Slug of the room.').example('kahve');
const place = () => ({
  room: slug(),
  seq: integer().required().description('The entry of the room that this belongs to.'),
  prev_seq: integer()
    .required()
    .description(
      'The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing.',
    ),
});
const accountId = () => Joi.string().uuid().required();
export const reactions = () => Joi.object().pattern(Joi.string(), integer()).required().example({ '👍': 3 });
export const pins = () => list(Joi.string()).required().description('Ids of the pinned messages, newest pin first.');
export const votes = () => list(integer()).required().description('How many chose each option.');
export const errorKeys = object({
  code: Joi.string().required(),
  message: Joi.string().required().description('For people; it may change.'),
  fields: Joi.object().pattern(Joi.string(), list(Joi.string())),
  until: integer(),
  reason: Joi.string(),
  retry_after_ms: integer(),
});

export const roomEventShapes = {
  'message:new': object({ ...place(), message: messageShape.required() }),
  'message:edited': object({ ...place(), message: messageShape.required() }),
  'message:deleted': object({
    ...place(),
    message_id: Joi.string().uuid().required(),
    row_seq: integer().required().description('The row that was deleted.'),
    deleted_at: integer().required(),
  }),
  'message:expired': object({ ...place(), message_ids: list(Joi.string().uuid()).required() }),
  'message:reactions': object({ ...place(), message_id: Joi.string().uuid().required(), reactions: reactions() }),
  'message:pins': object({ ...place(), pins: pins() }),
  'message:discussion': object({
    ...place(),
    message_id: Joi.string().uuid().required().description('The message that is discussed.'),
    open: flag().required(),
    count: integer().required().description('Replies that were not deleted.'),
    last_at: integer().required().allow(null).description('When the newest reply was written.'),
  }),
  'survey:votes': object({ ...place(), message_id: Joi.string().uuid().required(), votes: votes() }),
  'member:joined': object({ ...place(), member: memberShape.required(), member_count: integer().required() }),
  'member:left': object({
    ...place(),
    account_id: accountId(),
    username: Joi.string().required(),
    reason: Joi.string().valid('left', 'kicked', 'banned', 'deleted').required(),
    member_count: integer().required(),
  }),
  'member:updated': object({ ...place(), member: memberShape.required() }),
  'member:tagged': object({ ...place(), account_id: accountId(), tag: Joi.string().required().allow(null) }),
  'room:updated': object({
    ...place(),
    changes: changedRoomShape.required().description('Fields of the room object that are different now.'),
  }),
  'message:read': object({ ...place(), account_id: accountId(), read_seq: integer().required() }),
  'room:deleted': object(place()),
  'room:hidden': object(place()),
  typing: object({ room: slug(), account_id: accountId(), username: Joi.string().required(), on: flag().required() }),
} satisfies Partial<Record<EventName, ObjectSchema>>;

export const adminEventShapes = {
  'room:request': object({
    ...place(),
    request: requestShape.required(),
  }),
} satisfies Partial<Record<EventName, ObjectSchema>>;

export const userEventShapes = {
  ready: object({
    account_id: accountId(),
    session_id: Joi.string().required(),
    node: Joi.string().required(),
    epoch: Joi.string()
      .required()
      .description(
        'It changes when the store was restored from a backup. Copies of rooms from another epoch hold entries that may not exist: drop them, and open the rooms without `after_seq`.',
      ),
    server_time: integer().required().description('Milliseconds since epoch.'),
    limits: Joi.object().pattern(Joi.string(), integer()).required(),
  }),
  'room:new': object({
    room: Joi.alternatives(roomShape, listRowShape).required().description('A direct chat comes as in the list.'),
  }),
  'room:gone': object({
    room: slug(),
    reason: Joi.string().valid('kicked', 'banned', 'deleted', 'left').required(),
  }),
  'room:flags': object({
    room: slug(),
    archived: flag().required(),
    ...notificationKeys,
    pinned_to_top: flag().required(),
    unread_from: unreadFrom(),
  }),
  'account:avatar': object({
    account_id: accountId(),
    avatar: nullableAvatarShape().description('Null where there is none, or none for you.'),
  }),
  presence: object({
    account_id: accountId(),
    online: flag().required(),
    last_seen: integer().required().allow(null).description('Milliseconds since epoch; null while they are here.'),
  }),
  'permissions:changed': object({
    room: slug(),
    my_role: Joi.string().valid('founder', 'admin', 'member').required(),
    my_permissions: list(Joi.string()).required(),
  }),
  'stars:changed': object({ balance: integer().required() }),
  'room:activity': object({
    room: slug(),
    seq: integer().required(),
    last_message: messageShape.required().allow(null).description('Its body is cut to 120 characters.'),
    mention: flag().required().description('A message mentioned the account.'),
  }),
  'session:expiring': object({ expires_at: integer().required(), expires_in: integer().required() }),
  'session:closed': object({
    reason: Joi.string()
      .valid('token_expired', 'session_closed', 'account_deleted', 'account_suspended', 'slow_consumer', 'draining')
      .required(),
  }),
  'server:draining': object({ retry_after_ms: integer().required() }),
  'operation:error': object({ op: Joi.string().required(), error: errorKeys.required() }),
} satisfies Partial<Record<EventName, ObjectSchema>>;
