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
    summary: 'Who asks to be let in, oldest first',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ requests: list(requestShape).required() }) } },
    refusals: [...adminRefusals],
  }),
  approveRequest: endpoint({
    id: 'approveRequest',
    method: 'post',
    path: '/api/rooms/{slug}/requests/{account_id}',
    tag,
    summary: 'Let somebody in who asked',
    access: 'username',
    answers: { 200: { description: 'A member now.', shape: object({ status: oneOf('joined').required() }) } },
    refusals: [...adminRefusals, 'not_found', 'star_required'],
  }),
  rejectRequest: endpoint({
    id: 'rejectRequest',
    method: 'delete',
    path: '/api/rooms/{slug}/requests/{account_id}',
    tag,
    summary: 'Turn a request down',
    description: 'The person is not told, and may ask again.',
    access: 'username',
    answers: { 204: { description: 'Done.' } },
    refusals: [...adminRefusals, 'not_found'],
  }),
};
