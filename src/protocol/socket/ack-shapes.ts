/** Acks by operation, as schemas for the AsyncAPI document. */
import Joi, { type ObjectSchema } from 'joi';
import { slashCommands } from '#src/domain/messages/slash-command.js';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { roomShape } from '../shapes/room.js';
import type { OperationName } from './operations.js';
import { adminEventShapes, errorKeys, pins, reactions, roomEventShapes, votes } from './socket-shapes.js';

const unread = () => ({
  read_seq: integer().required(),
  unread: integer().required(),
  unread_mentions: integer().required(),
});
const okWith = (keys: Joi.SchemaMap = {}) => object({ ok: Joi.boolean().valid(true).required(), ...keys });

/** New rows are in `messages`, and neither read states nor typing are in the log. */
const { 'message:new': _row, 'message:read': _readState, typing: _signal, ...entries } = roomEventShapes;

/** An item of `changes`. */
export const missedChangeShape = Joi.alternatives(
  ...Object.entries({ ...entries, ...adminEventShapes }).map(([type, shape]) =>
    object({ type: oneOf(type).required() }).concat(shape as ObjectSchema),
  ),
)
  .meta({ shape: 'MissedChange' })
  .description('An event that the client has missed, with its name in `type`.');

/** Every operation may also be answered with `{ok: false, error}`. */
export const ackShapes: Record<OperationName, ObjectSchema> = {
  'room:open': okWith({
    room: roomShape.required(),
    messages: list(messageShape).required().description('Oldest first.'),
    changes: list(missedChangeShape).required().description('Oldest first.'),
    seq: integer().required().description('The client is complete up to this entry with this answer.'),
    has_more: flag().required().description('With `after_seq`: ask again from `seq`.'),
    reset: flag().required().description('The client must drop its copy of the room and open it without `after_seq`.'),
    ...unread(),
  }),
  'room:close': okWith(),
  'message:list': okWith({
    messages: list(messageShape).required().description('Oldest first.'),
    seq: integer().required(),
    has_more: flag()
      .required()
      .description('A page of large rows is shorter than `limit`; only this field tells whether more rows are left.'),
  }),
  'message:new': okWith({
    message: messageShape.description('Not there for a slash command.'),
    duplicate: flag().description('It was stored before, under the same client_id.'),
    command: Joi.string()
      .valid(...slashCommands)
      .description('Which slash command was carried out.'),
    help: list(Joi.string()).description('For `/help`: how the commands are written.'),
  }),
  'message:edit': okWith({ message: messageShape.required() }),
  'message:delete': okWith({ message: messageShape.required() }),
  'message:react': okWith({ reactions: reactions() }),
  'message:pin': okWith({ pins: pins() }),
  'survey:vote': okWith({ votes: votes(), my_options: list(integer()).required() }),
  'discussion:close': okWith({ message: messageShape.required() }),
  'discussion:reopen': okWith({ message: messageShape.required() }),
  'message:open_once': okWith({
    url: Joi.string().uri().required(),
    expires_in: integer().required().description('Seconds for which the link is valid.'),
  }),
  'message:read': okWith(unread()),
  typing: okWith(),
  'session:renew': okWith({ expires_in: integer().required().description('Seconds.') }),
};

export const refusedShape = object({
  ok: Joi.boolean().valid(false).required(),
  error: errorKeys.required(),
});
