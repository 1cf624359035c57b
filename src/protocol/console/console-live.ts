/** The present state of the service, for operators: numbers and slugs of rooms, never messages. */
import Joi from 'joi';
import { findingCodes } from '#src/domain/live/health-findings.js';
import { type Column, columns } from '#src/domain/live/time-series.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';

const number = () => Joi.number().strict();

/** Descriptions of numbers whose name does not suffice. */
const descriptions: Partial<Record<Column, string>> = {
  at: 'Ends of the steps, ms since epoch. Counts are of the step that ends there.',
  messages: 'Messages that became durable, however they came.',
  deliveries: 'Events written to sockets.',
  commits: 'Units that were made durable.',
  operations: 'Operations of sockets.',
  refused: 'Refusals, but for limits and failures.',
  limited: 'Refusals because of a limit (429).',
  failed: 'Refusals because something here failed (5xx).',
  loads: 'Actors that came into memory.',
  evictions: 'Actors that left it.',
  cpu: 'In cores.',
  deepest: 'The longest mailbox.',
  store_ms: 'A round trip to the store. Null when it failed.',
  cache_ms: 'The same to Redis; 0 where a node is alone.',
  pushes_waiting: 'Rows that are still to be pushed, up to 1000; so are mails and files.',
  files_waiting: 'Files whose time to be looked at or removed has come.',
  ack_p50_ms: 'Until a message of a socket was acknowledged. Null where there was none.',
};

const course = object(
  Object.fromEntries(
    columns.map((name) => {
      const numbers = list(name === 'at' ? number() : number().allow(null)).required();
      return [name, descriptions[name] ? numbers.description(descriptions[name] as string) : numbers];
    }),
  ),
).label('LiveCourse');

const partStatus = () => oneOf('ok', 'failed', 'off').required().allow(null);

const nodeShape = object({
  name: Joi.string().required(),
  status: oneOf('here', 'answers', 'silent', 'left', 'lost')
    .required()
    .description(
      '`here`: the one that answers this. `silent`: alive by its lease, and did not answer within a second. `left` and `lost`: gone within the last quarter of an hour, in order or not.',
    ),
  leaving: flag().required(),
  slots: integer().required().description('Of 1024.'),
  gone_at: integer().required().allow(null),
  store: partStatus(),
  cache: partStatus(),
  series: course.required(),
});

const findingShape = object({
  code: oneOf(...findingCodes).required(),
  level: oneOf('bad', 'watch').required(),
  node: Joi.string().required().allow(null),
  value: number().required().allow(null),
  read: Joi.string().required().description('The heading of docs/operating.md that says more, as an anchor.'),
});

const roomShape = object({
  slug: Joi.string().required().allow(null).description('Null in a chat of two.'),
  kind: oneOf('group', 'dm').required().allow(null),
  messages: integer().required().description('In the last minute, at least.'),
  waiting: integer().required().description('The longest its mailbox was in the last minute.'),
  online: integer().required().description('Connected members; a member counts once for each node.'),
});

const liveShape = object({
  at: integer().required(),
  step_ms: integer().required(),
  node: Joi.string().required(),
  findings: list(findingShape)
    .required()
    .description('The problems that were found, the worst first; empty if there are none.'),
  series: course.required().description('All nodes together: sums, and the worst of delays.'),
  nodes: list(nodeShape).required(),
  errors: list(object({ code: Joi.string().required(), count: integer().required() }))
    .required()
    .description('Refusals of the last minute by code.'),
  rooms: list(roomShape).required().description('The busiest rooms by messages or mailbox, at most 20.'),
});

export const consoleLiveEndpoints = {
  live: endpoint({
    id: 'live',
    method: 'get',
    path: '/api/console/live',
    tag: 'Operators',
    summary: 'View the service live, with the last fifteen minutes',
    description:
      'All nodes are asked; a node that does not answer is listed as silent. Each remembers fifteen minutes in steps of five seconds. `since` is the newest `at` that the caller knows; the answer has only later steps.',
    access: 'console',
    query: object<{ since: number }>({ since: Joi.number().integer().min(0).empty('').default(0) }),
    answers: { 200: { description: 'The current state.', shape: liveShape } },
  }),
};
