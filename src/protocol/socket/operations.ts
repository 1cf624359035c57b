/**
 * Every socket operation with the schema of its payload. The schemas validate requests, and the AsyncAPI document is
 * generated from them.
 */
import type { ObjectSchema } from 'joi';
import { PAGE_DEFAULT, PAGE_MAX } from '#src/domain/limits.js';
import { BODY_BYTES_MAX } from '#src/domain/messages/message.js';
import { type MessageBody, messageKeys } from '../messages/messages.js';
import { votedOptions } from '../messages/talk.js';
import { flag, integer, object, text } from '../schema/kinds.js';

const SLUG_CHARS_MAX = 64;
const ID_CHARS_MAX = 64;
const TOKEN_CHARS_MAX = 4_096;
const EMOJI_CHARS_MAX = 8;

const room = () => text().chars(1, SLUG_CHARS_MAX).required().description("The room's slug.").example('kahve');
const messageId = () => text().chars(1, ID_CHARS_MAX).description('The id of a message of the room.');
const seq = () => integer().min(0);
/** Clamped before validation (`clampLimit`), so that no number is refused. */
const limit = () => integer().min(1).max(PAGE_MAX).default(PAGE_DEFAULT).description('How many rows at most.');
/** An empty or too large body has its own code; `bodyOf` refuses it. */
const body = () =>
  text()
    .trim()
    .allow('')
    .required()
    .description(`Plain text, at most ${BODY_BYTES_MAX} bytes of UTF-8, trimmed.`)
    .example('Günaydın! #kahve');

export interface RoomOpenPayload {
  room: string;
  id?: string;
  after_seq?: number;
  limit: number;
}

export interface MessageListPayload {
  room: string;
  before_seq?: number;
  after_seq?: number;
  around_seq?: number;
  limit: number;
}

export interface MessageNewPayload extends MessageBody {
  room: string;
}

export interface MessageEditPayload {
  room: string;
  message_id: string;
  body: string;
  if_rev?: number;
}

export interface MessagePayload {
  room: string;
  message_id: string;
}

export interface MessageReactPayload extends MessagePayload {
  emoji: string;
  on: boolean;
}

export interface MessagePinPayload extends MessagePayload {
  pinned: boolean;
}

export interface SurveyVotePayload extends MessagePayload {
  options: number[];
}

export interface MessageReadPayload {
  room: string;
  seq?: number;
  message_id?: string;
}

export interface TypingPayload {
  room: string;
  on: boolean;
}

const messageListSchema = object<MessageListPayload>({
  room: room(),
  before_seq: seq().description('Rows before this one.'),
  after_seq: seq().description('Rows after this one.'),
  around_seq: seq().description('Rows on both sides of this one.'),
  limit: limit(),
}).oxor('before_seq', 'after_seq', 'around_seq');

/** By operation. The documents have the same order. */
export const operationSchemas = {
  'room:open': object<RoomOpenPayload>({
    room: room(),
    id: text().chars(1, ID_CHARS_MAX).description("The room's id as the client holds it."),
    after_seq: seq().description('The newest seq that the client holds; the answer has the later changes.'),
    limit: limit(),
  }),
  'room:close': object<{ room: string }>({ room: room() }),
  'message:list': messageListSchema,
  'message:new': object<MessageNewPayload>({ room: room(), ...messageKeys }),
  'message:edit': object<MessageEditPayload>({
    room: room(),
    message_id: messageId().required(),
    body: body(),
    if_rev: integer().min(1).description('Only while the row has this rev.'),
  }),
  'message:delete': object<MessagePayload>({ room: room(), message_id: messageId().required() }),
  'message:react': object<MessageReactPayload>({
    room: room(),
    message_id: messageId().required(),
    emoji: text().trim().chars(1, EMOJI_CHARS_MAX).required().example('👍'),
    on: flag().required().description('True sets, false removes.'),
  }),
  'message:pin': object<MessagePinPayload>({
    room: room(),
    message_id: messageId().required(),
    pinned: flag().required().description('True pins, false unpins.'),
  }),
  'survey:vote': object<SurveyVotePayload>({
    room: room(),
    message_id: messageId().required(),
    options: votedOptions(),
  }),
  'discussion:close': object<MessagePayload>({ room: room(), message_id: messageId().required() }),
  'discussion:reopen': object<MessagePayload>({ room: room(), message_id: messageId().required() }),
  'message:open_once': object<MessagePayload>({ room: room(), message_id: messageId().required() }),
  'message:read': object<MessageReadPayload>({
    room: room(),
    seq: seq().description('Everything up to here is read.'),
    message_id: messageId().description('The same, by the id of the row.'),
  }).xor('seq', 'message_id'),
  typing: object<TypingPayload>({ room: room(), on: flag().required() }),
  'session:renew': object<{ token: string }>({
    token: text().chars(1, TOKEN_CHARS_MAX).required().description('A new access token of the same session.'),
  }),
} satisfies Record<string, ObjectSchema>;

export type OperationName = keyof typeof operationSchemas;

/** The number of rows: an invalid number or one below 1 means the default, a larger number the maximum. */
export function clampLimit(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return PAGE_DEFAULT;
  return Math.min(value, PAGE_MAX);
}
