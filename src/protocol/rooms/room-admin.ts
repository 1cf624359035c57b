/** Settings and permissions of a room: the endpoints for founder and admins. */
import Joi from 'joi';
import { grantableKeys } from '#src/domain/rooms/permissions.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';
import { roomShape } from '../shapes/room.js';
import { settingsBody } from './room-settings.js';

const tag = 'Room administration';
const oneRoom = object({ room: roomShape.required() });

/** Any list: unknown elements are dropped. */
const keys = () => list(Joi.any()).description('The full list; unknown keys are dropped.');

export const roomAdminEndpoints = {
  changeSettings: endpoint({
    id: 'changeSettings',
    method: 'patch',
    path: '/api/rooms/{slug}',
    tag,
    summary: 'Change settings',
    description:
      'A field that is left out stays as it is. Any admin; in a direct chat either side, and there only the wallpaper.',
    access: 'username',
    body: settingsBody,
    fieldsLast: true,
    answers: { 200: { description: 'The room.', shape: oneRoom } },
    refusals: ['not_admin', 'room_not_found', 'blocked'],
  }),
  promoteMember: endpoint({
    id: 'promoteMember',
    method: 'put',
    path: '/api/rooms/{slug}/admins/{account_id}',
    tag,
    summary: 'Make a member an admin',
    description: 'Only the founder. The admin has no granted permissions at first; for an admin nothing changes.',
    access: 'username',
    answers: { 200: { description: 'The person is an admin.', shape: object({ status: oneOf('admin').required() }) } },
    refusals: ['not_admin', 'not_member', 'founder_protected', 'not_found', 'room_not_found'],
  }),
  demoteAdmin: endpoint({
    id: 'demoteAdmin',
    method: 'delete',
    path: '/api/rooms/{slug}/admins/{account_id}',
    tag,
    summary: 'Remove an admin',
    description: 'Only the founder. Every granted permission is withdrawn.',
    access: 'username',
    answers: { 200: { description: 'The person is a member.', shape: object({ status: oneOf('member').required() }) } },
    refusals: ['not_admin', 'founder_protected', 'not_found', 'room_not_found'],
  }),
  grantPermissions: endpoint({
    id: 'grantPermissions',
    method: 'put',
    path: '/api/rooms/{slug}/admins/{account_id}/permissions',
    tag,
    summary: 'View the permissions of an admin',
    description:
      'Requires `group_can_give_permissions`. The full list each time; empty takes everything back. Only the founder grants `group.can_ban_administrators`: from others it is dropped. A key that members are denied is lifted for this admin.',
    access: 'username',
    body: object<{ granted: unknown[] }>({ granted: keys().required() }).label('GrantPermissions'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: {
      200: { description: 'The granted permissions.', shape: object({ granted: list(Joi.string()).required() }) },
    },
    refusals: ['not_admin', 'cannot_grant_to_self', 'founder_protected', 'not_found', 'room_not_found'],
  }),
  denyPermissions: endpoint({
    id: 'denyPermissions',
    method: 'patch',
    path: '/api/rooms/{slug}/permissions',
    tag,
    summary: 'Restrict the permissions of members',
    description:
      'Requires `group.can_edit_permissions`. The full list each time; a value that is no list lifts every restriction. It binds admins too, unless the key was granted to them.',
    access: 'username',
    body: object<{ denied: unknown[] }>({ denied: keys().failover([]).default([]) }).label('DenyPermissions'),
    answers: { 200: { description: 'The room.', shape: oneRoom } },
    refusals: ['not_admin', 'room_not_found'],
  }),
  handOver: endpoint({
    id: 'handOver',
    method: 'put',
    path: '/api/rooms/{slug}/founder',
    tag,
    summary: 'Transfer the ownership of the room',
    description: 'The founder hands over to a member, and stays as an admin with every key.',
    access: 'username',
    body: object<{ account_id: string }>({ account_id: Joi.string().required() }).label('HandOver'),
    fieldsLast: true,
    answers: { 200: { description: 'The room.', shape: oneRoom } },
    refusals: ['not_admin', 'not_member', 'not_found', 'room_not_found'],
  }),
  explainPermission: endpoint({
    id: 'explainPermission',
    method: 'get',
    path: '/api/rooms/{slug}/permissions/explain',
    tag,
    summary: 'Explain whether a member may do something',
    description: 'Now, or as of an entry of the past; `decided_by` is the entry that decided it. Admins.',
    access: 'username',
    place: 'admin',
    query: object<{ account_id: string; permission: string; at_seq?: number }>({
      account_id: Joi.string().required(),
      permission: oneOf(...grantableKeys).required(),
      at_seq: Joi.number().integer().min(1).empty('').description('As of this entry; without it, now.'),
    }),
    answers: {
      200: {
        description: 'The answer and its reason.',
        shape: object({
          allowed: flag().required(),
          reason: Joi.string().required().example('denied_to_members'),
          decided_by: object({ seq: integer().required(), type: Joi.string().required() }).required().allow(null),
        }),
      },
    },
    refusals: ['not_admin', 'not_found', 'room_not_found'],
  }),
};
