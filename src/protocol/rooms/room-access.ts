/** Who is kept out, who asks to come in, who is let in; and what one member does to their own view of a room. */
import Joi from 'joi';
import { INVITE_HOURS_MAX, INVITE_USES_MAX } from '#src/domain/limits.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';
import { memberShape, roomShape } from '../shapes/room.js';
import { banShape, inviteShape, requestShape } from '../shapes/room-access.js';

const tag = 'Room administration';
const done = { 204: { description: 'Done.' } };
const adminRefusals = ['not_admin', 'room_not_found'] as const;

export interface AddMemberBody {
  username?: string;
  account_id?: string;
}

export interface CreateInviteBody {
  expires_in_hours: number | null;
  max_uses: number | null;
}

const addMemberBody = object<AddMemberBody>({ username: Joi.string(), account_id: Joi.string() })
  .xor('username', 'account_id')
  .label('AddMember');

const createInviteBody = object<CreateInviteBody>({
  expires_in_hours: integer().min(1).max(INVITE_HOURS_MAX).allow(null).default(null).description('Null: never.'),
  max_uses: integer().min(1).max(INVITE_USES_MAX).allow(null).default(null).description('Null: any number.'),
}).label('CreateInvite');

export const roomAccessEndpoints = {
  addMember: endpoint({
    id: 'addMember',
    method: 'post',
    path: '/api/rooms/{slug}/members',
    tag,
    summary: 'Add a person',
    description: 'Takes `group.can_invite_members`. Past a closed door and the queue, not past a ban or stars.',
    access: 'username',
    body: addMemberBody,
    fieldsLast: true,
    answers: {
      200: { description: 'A member already.', shape: object({ member: memberShape.required() }) },
      201: { description: 'A member now.', shape: object({ member: memberShape.required() }) },
    },
    refusals: [...adminRefusals, 'not_allowed', 'not_found', 'banned', 'blocked', 'star_required'],
  }),
  listBans: endpoint({
    id: 'listBans',
    method: 'get',
    path: '/api/rooms/{slug}/bans',
    tag,
    summary: 'Who is banned, newest first',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ bans: list(banShape).required() }) } },
    refusals: [...adminRefusals],
  }),
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
    answers: done,
    refusals: [...adminRefusals, 'not_found'],
  }),
  createInvite: endpoint({
    id: 'createInvite',
    method: 'post',
    path: '/api/rooms/{slug}/invites',
    tag: 'Invites',
    summary: 'Make a link that lets people in',
    description: 'Takes `group.can_create_invite_link`.',
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
    tag: 'Invites',
    summary: 'The links that still let somebody in, newest first',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ invites: list(inviteShape).required() }) } },
    refusals: [...adminRefusals],
  }),
  cancelInvite: endpoint({
    id: 'cancelInvite',
    method: 'delete',
    path: '/api/rooms/{slug}/invites/{code}',
    tag: 'Invites',
    summary: 'Cancel a link',
    description: 'Takes `group.can_cancel_invite_link`.',
    access: 'username',
    answers: done,
    refusals: [...adminRefusals, 'not_allowed', 'not_found'],
  }),
  viewInvite: endpoint({
    id: 'viewInvite',
    method: 'get',
    path: '/api/invites/{code}',
    tag: 'Invites',
    summary: 'The room behind a link',
    access: 'username',
    answers: { 200: { description: 'The room.', shape: object({ room: roomShape.required() }) } },
    refusals: ['not_found'],
  }),
  joinByInvite: endpoint({
    id: 'joinByInvite',
    method: 'post',
    path: '/api/invites/{code}/join',
    tag: 'Invites',
    summary: 'Come in by a link',
    description: 'Past a closed door and the queue, not past a ban or stars.',
    access: 'username',
    answers: {
      200: {
        description: 'In.',
        shape: object({ status: oneOf('joined', 'already_member').required(), room: roomShape.required() }),
      },
    },
    refusals: ['not_found', 'banned', 'star_required'],
  }),
};

const flagEndpoint = (method: 'put' | 'delete', flag: string, summary: string) =>
  endpoint({
    id: `${method === 'put' ? 'set' : 'clear'}${flag[0]?.toUpperCase()}${flag.slice(1)}`,
    method,
    path: `/api/rooms/{slug}/${flag}`,
    tag: 'Rooms',
    summary,
    description: 'Only for the caller, on all their devices. Again it changes nothing.',
    access: 'username',
    answers: done,
    refusals: ['not_member', 'room_not_found'],
  });

export const roomFlagEndpoints = {
  setArchive: flagEndpoint('put', 'archive', 'Archive: it stays in the list, pushes of mentions only'),
  clearArchive: flagEndpoint('delete', 'archive', 'Out of the archive'),
  setPin: flagEndpoint('put', 'pin', 'Pin to the top of the list'),
  clearPin: flagEndpoint('delete', 'pin', 'No longer at the top'),
  setMute: flagEndpoint('put', 'mute', 'No notifications, of mentions neither'),
  clearMute: flagEndpoint('delete', 'mute', 'Notifications again'),
};
