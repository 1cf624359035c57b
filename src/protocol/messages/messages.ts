import Joi from 'joi';
import { CLIENT_ID_MAX } from '#src/domain/limits.js';
import { BODY_BYTES_MAX, type Draft, type Forward } from '#src/domain/messages/message.js';
import { slashCommands } from '#src/domain/messages/slash-command.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf, pageSize, seqInQuery, text, uuid } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { articleOf, articleSchema } from './article.js';
import { attachmentOf, attachmentSchema, invalidAttachment } from './attachments.js';

export interface MessageBody {
  client_id?: string | null;
  body?: string | null;
  attachment?: object | null;
  article?: object | null;
  view_once?: boolean;
  reply_to?: string | null;
  discussion_of?: string | null;
  forward_of?: { room: string; message_id: string } | null;
}

type ForwardOf = NonNullable<MessageBody['forward_of']>;

export interface EditBody {
  body: string;
  if_rev?: number;
}

export interface PageQuery {
  before_seq?: number;
  after_seq?: number;
  around_seq?: number;
  limit: number;
}

/** The fields of a new message: the body of `POST …/messages` and, with the room, of `message:new`. */
export const messageKeys = {
  client_id: text()
    .pattern(/^[A-Za-z0-9_-]+$/)
    .messages({ 'string.pattern.base': '{{#label}} takes the letters A-Z and a-z, digits, _ and -' })
    .max(CLIENT_ID_MAX)
    .allow(null)
    .description('Chosen by the sender: the same one again never makes a second message.')
    .example('c-7f3a01'),
  body: text().trim().allow('', null).description(`Plain text, at most ${BODY_BYTES_MAX} bytes of UTF-8.`),
  attachment: attachmentSchema.allow(null),
  article: articleSchema.allow(null),
  view_once: Joi.boolean().strict().description('In a direct chat: a photo or video that is seen once.'),
  reply_to: uuid().allow(null).description('A message of the same room.'),
  discussion_of: uuid().allow(null).description('The message whose discussion this belongs to.'),
  forward_of: object({ room: text().lowercase().chars(1, 64).required(), message_id: uuid().required() })
    .allow(null)
    .description('Forwards a message of a room of the caller. No other content may accompany it.'),
};

export const messageBody = object<MessageBody>(messageKeys).label('NewMessage');

export const editBody = object<EditBody>({
  body: text().trim().allow('').required(),
  if_rev: integer().min(1).description('Only while the message has this `rev`.'),
}).label('MessageEdit');

export const pageQuery = object<PageQuery>({
  before_seq: seqInQuery().description('Rows before this one.'),
  after_seq: seqInQuery().description('Rows after this one.'),
  around_seq: seqInQuery().description('Rows on both sides of this one.'),
  limit: pageSize(),
}).oxor('before_seq', 'after_seq', 'around_seq');

/** Converts the request to a draft: a text, an attachment, or a forwarded message. */
export function draftOf(message: MessageBody): Draft {
  const { attachment, article, view_once, forward_of } = message;
  if (view_once && !attachment) throw invalidAttachment('view_once needs a photo or a video as the attachment.');
  if (attachment && article) throw invalidAttachment('A message has an attachment or an article, not both.');
  const draft = {
    clientId: message.client_id ?? null,
    replyTo: message.reply_to ?? null,
    discussionOf: message.discussion_of ?? null,
  };
  if (forward_of) return { ...draft, body: '', forward: forwardOf(message, forward_of) };
  const body = message.body ?? '';
  if (article) return { ...draft, body: boundedOf(body), kind: 'article', attachment: articleOf(article) };
  if (!attachment) return { ...draft, body: bodyOf(body) };
  return { ...draft, body: boundedOf(body), ...attachmentOf(attachment, view_once) };
}

/** A forward takes its content from the original alone. */
function forwardOf({ body, attachment, article }: MessageBody, { room, message_id }: ForwardOf): Forward {
  if (body || attachment || article) {
    throw new RefusalError('validation_failed', { fields: { forward_of: ['comes without anything else to say'] } });
  }
  return { of: { room, messageId: message_id }, source: null };
}

/** Checks the body: not empty, at most 16 KB in bytes. */
export function bodyOf(body: string): string {
  if (body === '') throw new RefusalError('validation_failed', { fields: { body: ['is required'] } });
  return boundedOf(body);
}

function boundedOf(body: string): string {
  if (Buffer.byteLength(body) > BODY_BYTES_MAX) throw new RefusalError('message_too_long');
  return body;
}

const tag = 'Messages';
const oneMessage = object({ message: messageShape.required() });
const sent = object({ message: messageShape.required(), duplicate: Joi.boolean().required() });
const sentBefore = object({
  message: messageShape.description('Not there for a slash command.'),
  duplicate: Joi.boolean(),
  command: oneOf(...slashCommands).description('The slash command that was carried out.'),
  help: list(Joi.string()).description('For `/help`: how the commands are written.'),
});
const inRoom: ErrorCode[] = ['not_member', 'room_not_found'];
const ofSlashCommands: ErrorCode[] = ['not_admin', 'founder_protected'];

export const messageEndpoints = {
  listMessages: endpoint({
    id: 'listMessages',
    method: 'get',
    path: '/api/rooms/{slug}/messages',
    tag,
    summary: 'List a page of messages of the room',
    description: 'Oldest first; newest first with `before_seq` and without any bound.',
    access: 'username',
    place: 'member',
    query: pageQuery,
    answers: {
      200: {
        description:
          'The page. `seq` is the newest entry of the room. A page of large rows is shorter than `limit`: `has_more` tells whether more rows are left.',
        shape: object({
          messages: list(messageShape).required(),
          seq: integer().required(),
          has_more: Joi.boolean().required(),
        }),
      },
    },
    refusals: inRoom,
  }),
  sendMessage: endpoint({
    id: 'sendMessage',
    method: 'post',
    path: '/api/rooms/{slug}/messages',
    tag,
    summary: 'Send a message without a socket',
    description:
      'The same rules and the same durability as `message:new` of the socket. Under one `client_id` a message is stored once, however often it is sent.',
    access: 'username',
    place: 'member',
    body: messageBody,
    needsContent: true,
    isLarge: true,
    answers: {
      201: { description: 'Stored.', shape: sent },
      200: {
        description: 'It was stored before, under the same `client_id`; or it was a slash command.',
        shape: sentBefore,
      },
    },
    refusals: [
      ...inRoom,
      'not_found',
      'rate_limited',
      'not_allowed',
      'muted',
      'blocked',
      'dm_closed',
      'idempotency_conflict',
      'message_too_long',
      'invalid_attachment',
      'invalid_state',
      'document_expired',
      'slow_mode',
      'discussion_closed',
      'unknown_command',
      ...ofSlashCommands,
    ],
  }),
  viewMessage: endpoint({
    id: 'viewMessage',
    method: 'get',
    path: '/api/rooms/{slug}/messages/{id}',
    tag,
    summary: 'View a message',
    description:
      'As the caller sees it. What has expired, or came before the part of the history that the caller may read, is `not_found`.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The message.', shape: oneMessage } },
    refusals: [...inRoom, 'not_found'],
  }),
  editMessage: endpoint({
    id: 'editMessage',
    method: 'patch',
    path: '/api/rooms/{slug}/messages/{id}',
    tag,
    summary: 'Change the text of an own message',
    description: 'Within 48 hours.',
    access: 'username',
    place: 'member',
    body: editBody,
    answers: { 200: { description: 'The message as it is now.', shape: oneMessage } },
    refusals: [
      ...inRoom,
      'not_found',
      'not_author',
      'muted',
      'blocked',
      'edit_window_closed',
      'invalid_state',
      'message_too_long',
    ],
  }),
  deleteMessage: endpoint({
    id: 'deleteMessage',
    method: 'delete',
    path: '/api/rooms/{slug}/messages/{id}',
    tag,
    summary: 'Delete a message',
    description: 'Its author, or an admin with the right. The row stays, without content.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The deleted row.', shape: oneMessage } },
    refusals: [...inRoom, 'not_found', 'not_allowed'],
  }),
};
