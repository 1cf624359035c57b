import Joi from 'joi';
import { EVENTS_MAX, PAGE_DEFAULT, ROOMS_FOUND_DEFAULT, ROOMS_FOUND_MAX, SEARCH_TEXT_MAX } from '#src/domain/limits.js';
import { type FilterKind, filterKinds } from '#src/domain/messages/row-filter.js';
import type { ErrorCode } from '#src/errors.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf, pageSize, pageStart, seqInQuery, text } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { roomShape } from '../shapes/room.js';

export interface SearchQuery {
  q?: string;
  from?: string;
  before?: number;
  has?: FilterKind;
  before_seq?: number;
  limit: number;
}

const tag = 'Rooms';
const inRoom: ErrorCode[] = ['not_member', 'room_not_found'];

/** More than the longest username has. */
const FROM_MAX = 64;

const searchText = () =>
  text()
    .trim()
    .required()
    .min(1)
    .max(SEARCH_TEXT_MAX)
    .description('Words, all of which must occur; the last one may be the beginning of a word.')
    .example('kahve fal');

const topicShape = object({
  tag: Joi.string().required().description('Lower-cased, without `#`.'),
  count: integer().required(),
  last_active: Joi.string().isoDate().required(),
  unknown: flag().required().description('True in the one row of messages without hashtags.'),
}).label('RoomTopic');

const statsShape = object({
  created_at: Joi.string().isoDate().required(),
  age_days: integer().required(),
  member_count: integer().required(),
  message_count: integer().required().description('Without event rows, deleted and expired messages.'),
  stars_received: integer().required(),
  gifts_received: integer().required(),
}).label('RoomStats');

export const searchEndpoints = {
  findRooms: endpoint({
    id: 'findRooms',
    method: 'get',
    path: '/api/rooms/search',
    tag,
    summary: 'Search the open groups by name and slug',
    description: 'The largest first. Case, accents and dotted or dotless I make no difference.',
    access: 'username',
    query: object<{ q: string; limit: number }>({
      q: searchText(),
      limit: pageSize(ROOMS_FOUND_DEFAULT, ROOMS_FOUND_MAX),
    }),
    answers: { 200: { description: 'The groups.', shape: object({ rooms: list(roomShape).required() }) } },
    refusals: ['rate_limited'],
  }),
  listOpenRooms: endpoint({
    id: 'listOpenRooms',
    method: 'get',
    path: '/api/directory',
    tag,
    summary: 'List all open groups',
    description: 'The largest first; with `q` those that a search finds. Counts as a search.',
    access: 'username',
    query: object<{ q?: string; limit: number; offset: number }>({
      q: searchText().optional(),
      limit: pageSize(ROOMS_FOUND_DEFAULT, ROOMS_FOUND_MAX),
      offset: pageStart(),
    }),
    answers: {
      200: {
        description: 'The groups.',
        shape: object({ rooms: list(roomShape).required(), has_more: flag().required() }),
      },
    },
    refusals: ['rate_limited'],
  }),
  searchRoom: endpoint({
    id: 'searchRoom',
    method: 'get',
    path: '/api/rooms/{slug}/search',
    tag,
    summary: 'Search the messages of a room',
    description:
      'Among the rows the caller may see, newest first: words (`q`), filters (`from`, `before`, `has`), or both; one of them is ' +
      'required. All that are given must fit. The search ends after 3 seconds with what it has found, perhaps ' +
      'nothing; it goes on with `before_seq` = `next_before_seq`. It ends when the client closes its connection.',
    access: 'username',
    place: 'member',
    query: object<SearchQuery>({
      q: searchText().optional(),
      from: text().max(FROM_MAX).empty('').description('The username of the sender, as it is now.').example('ada'),
      before: Joi.number().min(0).unsafe().empty('').description('Sent before this time; milliseconds since epoch.'),
      has: oneOf(...filterKinds)
        .empty('')
        .description('What the message has; `file` is a photo, a video or a document.'),
      before_seq: seqInQuery(),
      limit: pageSize(),
    }).or('q', 'from', 'before', 'has'),
    answers: {
      200: {
        description: 'The matching rows.',
        shape: object({
          messages: list(messageShape).required(),
          has_more: flag().required(),
          next_before_seq: integer()
            .required()
            .allow(null)
            .description('Older rows are found from there; null when there are none.'),
        }),
      },
    },
    refusals: [...inRoom, 'rate_limited'],
  }),
  listTopics: endpoint({
    id: 'listTopics',
    method: 'get',
    path: '/api/rooms/{slug}/topics',
    tag,
    summary: 'List the hashtags of a room, most recently used first',
    description: 'At most 100. Messages without a hashtag count under `unknown`. Counts as a search.',
    access: 'username',
    answers: { 200: { description: 'The topics.', shape: object({ topics: list(topicShape).required() }) } },
    refusals: [...inRoom, 'rate_limited'],
  }),
  roomStats: endpoint({
    id: 'roomStats',
    method: 'get',
    path: '/api/rooms/{slug}/stats',
    tag,
    summary: 'View the statistics of a room',
    description: 'Counts as a search.',
    access: 'username',
    answers: { 200: { description: 'The numbers.', shape: object({ stats: statsShape.required() }) } },
    refusals: [...inRoom, 'rate_limited'],
  }),
  listEvents: endpoint({
    id: 'listEvents',
    method: 'get',
    path: '/api/rooms/{slug}/events',
    tag,
    summary: 'List the event rows, newest first',
    description: 'Among the latest 500 rows of the room. Admins see rows for admins too, and those in no stream.',
    access: 'username',
    query: object<{ limit: number }>({ limit: pageSize(PAGE_DEFAULT, EVENTS_MAX) }),
    answers: { 200: { description: 'The rows.', shape: object({ events: list(messageShape).required() }) } },
    refusals: inRoom,
  }),
};
