import { endpoint } from '../schema/endpoint.js';
import { object } from '../schema/kinds.js';
import { roomShape } from '../shapes/room.js';

export const dmEndpoints = {
  openDm: endpoint({
    id: 'openDm',
    method: 'post',
    path: '/api/dm/{username}',
    tag: 'People',
    summary: 'Open the direct chat with a person; it is created if there is none',
    description:
      'It enters the caller’s list; the other one gets it with the first message, or by opening it too. When their ' +
      '`dm_policy` is `paid`, `dm_star_cost` stars go from the caller to them, once. Coming back to it is always free.',
    access: 'username',
    answers: { 200: { description: 'The chat.', shape: object({ room: roomShape.required() }) } },
    refusals: ['invalid_request', 'insufficient_stars', 'dm_closed', 'blocked', 'not_found'],
  }),
};
