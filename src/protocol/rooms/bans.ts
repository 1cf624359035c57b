import { endpoint } from '../schema/endpoint.js';
import { list, object } from '../schema/kinds.js';
import { banShape } from '../shapes/ban.js';

export const banEndpoints = {
  listBans: endpoint({
    id: 'listBans',
    method: 'get',
    path: '/api/rooms/{slug}/bans',
    tag: 'Room administration',
    summary: 'List the bans, newest first',
    description: 'For admins of the room.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ bans: list(banShape).required() }) } },
    refusals: ['not_admin', 'room_not_found'],
  }),
};
