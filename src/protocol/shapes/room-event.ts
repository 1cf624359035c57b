/** The event of an event row, one shape for each set of data. */
import Joi from 'joi';
import type { EventType } from '#src/domain/messages/message.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';

function eventShape(shape: string, types: EventType[], data: Joi.SchemaMap = {}) {
  return object({
    type: oneOf(...types).required(),
    username: Joi.string().required().allow(null).description('The account that it is about.'),
    actor: Joi.string().required().allow(null).description('The account that did it.'),
    data: object(data).required(),
  }).meta({ shape });
}

const texts = () => list(Joi.string()).required();

export const roomEventKinds = [
  eventShape('PlainRoomEvent', [
    'member_joined',
    'member_left',
    'member_kicked',
    'member_banned',
    'member_unbanned',
    'member_unmuted',
    'founder_changed',
    'score',
  ]).description('`score` is reserved; no room writes it.'),
  eventShape(
    'MessageRoomEvent',
    ['message_deleted', 'message_pinned', 'message_unpinned', 'discussion_closed', 'discussion_reopened'],
    { message_id: Joi.string().uuid().required() },
  ),
  eventShape('MuteRoomEvent', ['member_muted'], {
    until: integer().required().description('Milliseconds since epoch.'),
    seconds: integer().required().description('How long it lasts from the row on.'),
  }),
  eventShape('WelcomeRoomEvent', ['welcome'], { text: Joi.string().required() }),
  eventShape('SettingsRoomEvent', ['room_settings_changed'], {
    settings: texts().description('The names of the settings that were sent.'),
  }),
  eventShape('MemberPermissionsRoomEvent', ['member_permissions_changed'], {
    denied: texts().description('The full list of what members may not do.'),
  }),
  eventShape('AdminPermissionsRoomEvent', ['admin_permissions_changed'], {
    granted: texts().description('The full list of what this admin may do.'),
  }),
];

export const roomEventShape = Joi.alternatives(...roomEventKinds).meta({ shape: 'RoomEvent' });
