import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf } from '../schema/kinds.js';
import { requestShape } from '../shapes/join-request.js';

const tag = 'Room administration';
const adminRefusals = ['not_admin', 'room_not_found'] as const;

export const joinRequestEndpoints = {
  listRequests: endpoint({
    id: 'listRequests',
    method: 'get',
    path: '/api/rooms/{slug}/requests',
    tag,
    summary: 'List the join requests, oldest first',
    description: 'For admins of the room.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ requests: list(requestShape).required() }) } },
    refusals: [...adminRefusals],
  }),
  approveRequest: endpoint({
    id: 'approveRequest',
    method: 'post',
    path: '/api/rooms/{slug}/requests/{account_id}',
    tag,
    summary: 'Accept a join request',
    description: 'For admins of the room. A request that was withdrawn or answered meanwhile is `not_found`.',
    access: 'username',
    answers: {
      200: { description: 'The person is a member now.', shape: object({ status: oneOf('joined').required() }) },
    },
    refusals: [...adminRefusals, 'not_found', 'star_required'],
  }),
  rejectRequest: endpoint({
    id: 'rejectRequest',
    method: 'delete',
    path: '/api/rooms/{slug}/requests/{account_id}',
    tag,
    summary: 'Decline a join request',
    description: 'The person gets no notification, and may request again.',
    access: 'username',
    answers: { 204: { description: 'Done.' } },
    refusals: [...adminRefusals, 'not_found'],
  }),
};
