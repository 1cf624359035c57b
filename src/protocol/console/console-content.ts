/** What operators see and do in rooms, and what they see of a person. Each look names its reason for the audit log. */
import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, name, object, oneOf, pageSize, seqInQuery } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { type ReasonBody, reasonText } from './console-accounts.js';

export interface RoomLookQuery extends ReasonBody {
  before_seq?: number;
  after_seq?: number;
  around_seq?: number;
  limit: number;
}

const tag = 'Operators';
const roomId = 'The path takes the id or the slug of the room.';

const reasonQuery = () => object<ReasonBody>({ reason: reasonText() });

const conversationKeys = {
  room: object({
    id: Joi.string().uuid().required(),
    slug: Joi.string().required(),
    name: name().required().allow(''),
    kind: oneOf('group', 'dm').required(),
    member_count: integer().required(),
  }).required(),
  messages: list(messageShape).required(),
  has_more: flag().required(),
  seq: integer().required(),
};

export const consoleContentEndpoints = {
  listRoomsOfAccount: endpoint({
    id: 'listRoomsOfAccount',
    method: 'get',
    path: '/api/console/accounts/{id}/rooms',
    tag,
    summary: 'List the rooms of an account',
    description: 'Direct chats included. At most 1,000.',
    access: 'console',
    query: reasonQuery(),
    answers: {
      200: {
        description: 'The rooms.',
        shape: object({
          rooms: list(
            object({
              id: Joi.string().uuid().required(),
              slug: Joi.string().required(),
              name: Joi.string().required().allow(''),
              kind: oneOf('group', 'dm').required(),
              role: oneOf('founder', 'admin', 'member').required(),
              joined_at: integer().required(),
            }),
          ).required(),
        }),
      },
    },
    refusals: ['not_found'],
  }),
  eraseAccountAsOperator: endpoint({
    id: 'eraseAccountAsOperator',
    method: 'delete',
    path: '/api/console/accounts/{id}',
    tag,
    summary: 'Erase an account on request',
    description: 'For good, and exactly as if its owner had deleted it. The erasure continues after the answer.',
    access: 'console',
    query: reasonQuery(),
    answers: { 204: { description: 'The account does not exist any more.' } },
    refusals: ['not_found'],
  }),
  readRoomAsOperator: endpoint({
    id: 'readRoomAsOperator',
    method: 'get',
    path: '/api/console/rooms/{id}/messages',
    tag,
    summary: 'Read the messages of a room',
    description: `As an admin of the room sees them, direct chats included. ${roomId}`,
    access: 'console',
    query: object<RoomLookQuery>({
      reason: reasonText(),
      before_seq: seqInQuery(),
      after_seq: seqInQuery(),
      around_seq: seqInQuery(),
      limit: pageSize(),
    }),
    answers: { 200: { description: 'The messages, oldest first.', shape: object(conversationKeys) } },
    refusals: ['room_not_found'],
  }),
  deleteMessageAsOperator: endpoint({
    id: 'deleteMessageAsOperator',
    method: 'delete',
    path: '/api/console/rooms/{id}/messages/{message_id}',
    tag,
    summary: 'Delete a message of a room',
    description: `As an admin of the room deletes it; members see that it was not its author. ${roomId}`,
    access: 'console',
    query: reasonQuery(),
    answers: { 200: { description: 'The message.', shape: object({ message: messageShape.required() }) } },
    refusals: ['room_not_found', 'not_found', 'invalid_state'],
  }),
  deleteRoomAsOperator: endpoint({
    id: 'deleteRoomAsOperator',
    method: 'delete',
    path: '/api/console/rooms/{id}',
    tag,
    summary: 'Delete a room',
    description: `For everybody and for good, direct chats included. ${roomId}`,
    access: 'console',
    query: reasonQuery(),
    answers: { 204: { description: 'The room does not exist any more.' } },
    refusals: ['room_not_found'],
  }),
};
