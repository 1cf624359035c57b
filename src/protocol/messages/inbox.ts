import { INBOX_DEFAULT, INBOX_MAX } from '#src/domain/limits.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object, pageSize, text } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';

export interface InboxQuery {
  before?: string;
  limit: number;
}

const tag = 'Messages';

/** A time and the id of a row. */
const REPLY_CURSOR = /^[0-9a-z]{1,10}\.[\w-]{1,64}:[0-9a-z]{8}$/;
/** The id of a message. */
const DISCUSSION_CURSOR = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const query = (cursor: RegExp) =>
  object<InboxQuery>({
    before: text()
      .empty('')
      .pattern(cursor)
      .messages({ 'string.pattern.base': '{{#label}} must be the next_before of another page' })
      .description('The `next_before` of the page before; without it the newest.'),
    limit: pageSize(INBOX_DEFAULT, INBOX_MAX),
  });

const pageShape = object({
  messages: list(messageShape).required(),
  next_before: text()
    .required()
    .allow(null)
    .description('The list goes on from there; null at its end. A page in front of it may be short, even empty.'),
});

export const inboxEndpoints = {
  listReplies: endpoint({
    id: 'listReplies',
    method: 'get',
    path: '/api/me/replies',
    tag,
    summary: 'List the replies to the own messages, in all rooms',
    description:
      'Messages of others that quote one of the caller or stand in a discussion that the caller has begun, newest first. ' +
      'Only rooms that the caller is in, and what the caller may see there.',
    access: 'username',
    query: query(REPLY_CURSOR),
    answers: { 200: { description: 'The replies.', shape: pageShape } },
    refusals: ['rate_limited'],
  }),
  listOwnDiscussions: endpoint({
    id: 'listOwnDiscussions',
    method: 'get',
    path: '/api/me/discussions',
    tag,
    summary: 'List the discussions that the caller takes part in, in all rooms',
    description:
      'The first messages of discussions that the caller has begun or written in, the newest first. Only rooms that the ' +
      'caller is in, and what the caller may see there.',
    access: 'username',
    query: query(DISCUSSION_CURSOR),
    answers: { 200: { description: 'The first messages.', shape: pageShape } },
    refusals: ['rate_limited'],
  }),
};
