import { INVITE_HOURS_MAX, INVITE_USES_MAX } from '#src/domain/limits.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';
import { inviteShape } from '../shapes/invite.js';
import { roomShape } from '../shapes/room.js';

const tag = 'Invites';
const adminRefusals = ['not_admin', 'room_not_found'] as const;

export interface CreateInviteBody {
  expires_in_hours: number | null;
  max_uses: number | null;
}

const createInviteBody = object<CreateInviteBody>({
  expires_in_hours: integer().min(1).max(INVITE_HOURS_MAX).allow(null).default(null).description('Null: never.'),
  max_uses: integer().min(1).max(INVITE_USES_MAX).allow(null).default(null).description('Null: any number.'),
}).label('CreateInvite');

export const inviteEndpoints = {
  createInvite: endpoint({
    id: 'createInvite',
    method: 'post',
    path: '/api/rooms/{slug}/invites',
    tag,
    summary: 'Create an invite link',
    description: 'Requires `group.can_create_invite_link`.',
    access: 'username',
    body: createInviteBody,
    fieldsLast: true,
    answers: { 201: { description: 'The link.', shape: object({ invite: inviteShape.required() }) } },
    refusals: [...adminRefusals, 'not_allowed'],
  }),
  listInvites: endpoint({
    id: 'listInvites',
    method: 'get',
    path: '/api/rooms/{slug}/invites',
    tag,
    summary: 'List the valid invite links, newest first',
    description: 'For admins of the room. Links that have expired, were used up or were cancelled are left out.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ invites: list(inviteShape).required() }) } },
    refusals: [...adminRefusals],
  }),
  cancelInvite: endpoint({
    id: 'cancelInvite',
    method: 'delete',
    path: '/api/rooms/{slug}/invites/{code}',
    tag,
    summary: 'Cancel a link',
    description: 'Requires `group.can_cancel_invite_link`.',
    access: 'username',
    answers: { 204: { description: 'Done.' } },
    refusals: [...adminRefusals, 'not_allowed', 'not_found'],
  }),
  viewInvite: endpoint({
    id: 'viewInvite',
    method: 'get',
    path: '/api/invites/{code}',
    tag,
    summary: 'View the room of an invite link',
    description: 'For a page that asks before it joins. Nothing changes, and no use of the link is counted.',
    access: 'username',
    answers: { 200: { description: 'The room.', shape: object({ room: roomShape.required() }) } },
    refusals: ['not_found'],
  }),
  joinByInvite: endpoint({
    id: 'joinByInvite',
    method: 'post',
    path: '/api/invites/{code}/join',
    tag,
    summary: 'Join a room by an invite link',
    description: 'Works for a closed room and past its queue, not past a ban or the price in stars.',
    access: 'username',
    answers: {
      200: {
        description: 'The caller is a member now.',
        shape: object({ status: oneOf('joined', 'already_member').required(), room: roomShape.required() }),
      },
    },
    refusals: ['not_found', 'banned', 'star_required'],
  }),
};
