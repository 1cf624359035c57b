import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { object } from '../schema/kinds.js';
import { memberShape } from '../shapes/room.js';

export interface AddMemberBody {
  username?: string;
  account_id?: string;
}

const addMemberBody = object<AddMemberBody>({ username: Joi.string(), account_id: Joi.string() })
  .xor('username', 'account_id')
  .label('AddMember');

export const roomMemberEndpoints = {
  addMember: endpoint({
    id: 'addMember',
    method: 'post',
    path: '/api/rooms/{slug}/members',
    tag: 'Room administration',
    summary: 'Add a person',
    description:
      'Requires `group.can_invite_members`. Works for a closed room and past its queue, not past a ban or the price in stars.',
    access: 'username',
    body: addMemberBody,
    fieldsLast: true,
    answers: {
      200: { description: 'The person is a member already.', shape: object({ member: memberShape.required() }) },
      201: { description: 'The person is a member now.', shape: object({ member: memberShape.required() }) },
    },
    refusals: ['not_admin', 'room_not_found', 'not_allowed', 'not_found', 'banned', 'blocked', 'star_required'],
  }),
};
