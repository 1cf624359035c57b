/** Pins, discussions and surveys over REST. */
import Joi from 'joi';
import { SURVEY_OPTIONS_MAX } from '#src/domain/messages/message-kinds.js';
import type { ErrorCode } from '#src/errors.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, pageSize, seqInQuery } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { personKeys } from '../shapes/person.js';

export const DISCUSSION_PAGE_DEFAULT = 100;

export interface VoteBody {
  options: number[];
}

export interface DiscussionQuery {
  after_seq?: number;
  limit: number;
}

/** The chosen options of a survey. */
export const votedOptions = () =>
  list(
    integer()
      .min(0)
      .max(SURVEY_OPTIONS_MAX - 1),
  )
    .max(SURVEY_OPTIONS_MAX)
    .required()
    .description('Their positions from 0; an empty list withdraws the vote.')
    .example([0]);

export const voteBody = object<VoteBody>({ options: votedOptions() }).label('Vote');

export const discussionQuery = object<DiscussionQuery>({
  after_seq: seqInQuery().description('Replies after this one.'),
  limit: pageSize(DISCUSSION_PAGE_DEFAULT),
});

const tag = 'Messages';
const inRoom: ErrorCode[] = ['not_member', 'room_not_found', 'not_found'];
const pins = object({ pins: list(Joi.string()).required() });
const oneMessage = object({ message: messageShape.required() });
const reactorShape = object({ ...personKeys, emojis: list(Joi.string()).required().example(['👍']) });
const votes = object({ votes: list(integer()).required(), my_options: list(integer()).required() });
const path = '/api/rooms/{slug}/messages/{id}';

const discussionChange = (id: string, what: 'close' | 'reopen', summary: string) =>
  endpoint({
    id,
    method: 'post',
    path: `${path}/discussion/${what}`,
    tag,
    summary,
    description:
      'For members with `sub_chat.close_subject`, the author of the message, and admins. A mute does not prevent it.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The message that is discussed.', shape: oneMessage } },
    refusals: [...inRoom, 'not_allowed', 'blocked', 'invalid_state'],
  });

export const talkEndpoints = {
  pinMessage: endpoint({
    id: 'pinMessage',
    method: 'put',
    path: `${path}/pin`,
    tag,
    summary: 'Pin a message for everybody',
    description: 'At most 50; the newest pin comes first.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'All pins.', shape: pins } },
    refusals: [...inRoom, 'muted', 'not_allowed', 'blocked', 'invalid_state', 'too_many_pins'],
  }),
  unpinMessage: endpoint({
    id: 'unpinMessage',
    method: 'delete',
    path: `${path}/pin`,
    tag,
    summary: 'Unpin a message',
    description: 'Admins, and members where the room lets them pin. A message that is not pinned is no error.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The remaining pins.', shape: pins } },
    refusals: [...inRoom, 'muted', 'not_allowed', 'blocked'],
  }),
  listDiscussion: endpoint({
    id: 'listDiscussion',
    method: 'get',
    path: `${path}/discussion`,
    tag,
    summary: 'List the comments below a message, oldest first',
    description: 'Comments are messages with `discussion_of`; each page comes with the message that they are about.',
    access: 'username',
    place: 'member',
    query: discussionQuery,
    answers: {
      200: {
        description: 'The message, and a page of its replies.',
        shape: object({
          root: messageShape.required(),
          messages: list(messageShape).required(),
          has_more: Joi.boolean().required(),
        }),
      },
    },
    refusals: inRoom,
  }),
  closeDiscussion: discussionChange('closeDiscussion', 'close', 'End the discussion of a message'),
  reopenDiscussion: discussionChange('reopenDiscussion', 'reopen', 'Open the discussion of a message again'),
  listReactors: endpoint({
    id: 'listReactors',
    method: 'get',
    path: `${path}/reactions`,
    tag,
    summary: 'List who has reacted to a message',
    description: 'At most 200 people. Messages tell counts only.',
    access: 'username',
    place: 'member',
    answers: {
      200: {
        description: 'People with their reactions.',
        shape: object({ people: list(reactorShape).required(), has_more: Joi.boolean().required() }),
      },
    },
    refusals: inRoom,
  }),
  vote: endpoint({
    id: 'vote',
    method: 'put',
    path: `${path}/vote`,
    tag,
    summary: 'Vote in a survey',
    description: 'An empty list of options withdraws the vote. Muted members may vote.',
    access: 'username',
    place: 'member',
    body: voteBody,
    answers: { 200: { description: 'The current state.', shape: votes } },
    refusals: [...inRoom, 'blocked', 'invalid_state'],
  }),
  viewVotes: endpoint({
    id: 'viewVotes',
    method: 'get',
    path: `${path}/vote`,
    tag,
    summary: 'View the results of a survey and the choice of the caller',
    description:
      '`votes` counts by option; `my_options` is what the caller has chosen. Nobody learns who else has chosen what.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The current state.', shape: votes } },
    refusals: [...inRoom, 'invalid_state'],
  }),
};
