import Joi from 'joi';
import { messageKinds } from '#src/domain/messages/message.js';
import { flag, integer, list, object } from '../schema/kinds.js';
import { articleShape } from './article.js';
import { attachmentShape } from './attachment.js';
import { isBot } from './person.js';
import { roomEventShape } from './room-event.js';

const ms = () => integer().description('Milliseconds since epoch.');
const role = () => Joi.string().valid('founder', 'admin', 'member');

export const senderShape = object({
  account_id: Joi.string().uuid().required().allow(null).description('Null once the account is deleted.'),
  username: Joi.string().required(),
  role: role().required(),
  tag: Joi.string().required().allow(null),
  is_bot: isBot(),
})
  .meta({ shape: 'Sender' })
  .description('The author as at the time of writing.');

export const discussionShape = object({
  open: flag().required(),
  count: integer().required().description('Replies that were not deleted.'),
  last_at: ms().required().allow(null),
}).meta({ shape: 'Discussion' });

/** Every field is always present. */
export const messageShape = object({
  id: Joi.string().uuid().required(),
  room: Joi.string().required().description('Slug of the room.'),
  seq: integer().required().description('The entry of the room that created it.'),
  rev: integer().required().description('The last entry that changed it.'),
  kind: Joi.string()
    .valid(...messageKinds)
    .required(),
  client_id: Joi.string().required().allow(null),
  sender: senderShape.required().allow(null),
  body: Joi.string().required().allow(''),
  attachment: attachmentShape.required().allow(null),
  article: articleShape.required().allow(null),
  view_once: flag().required(),
  opened: flag().required(),
  reply_to: Joi.string().uuid().required().allow(null),
  discussion_of: Joi.string().uuid().required().allow(null),
  discussion: discussionShape.required().allow(null),
  forwarded_from: object({ message_id: Joi.string().required(), room: Joi.string().required() }).required().allow(null),
  reactions: Joi.object().pattern(Joi.string(), integer()).required().example({ '👍': 3 }),
  mentions: list(Joi.string()).required().example(['ayse']),
  hashtags: list(Joi.string()).required().example(['kahve']),
  pinned: flag().required(),
  audience: Joi.string().valid('all', 'admins').required(),
  event: roomEventShape.required().allow(null),
  edited_at: ms().required().allow(null),
  deleted_at: ms().required().allow(null),
  expires_at: ms().required().allow(null),
  expired: flag().required(),
  ttl_left: integer().required().allow(null).description('Seconds until the document is removed.'),
  inserted_at: ms().required(),
}).meta({ shape: 'Message' });
