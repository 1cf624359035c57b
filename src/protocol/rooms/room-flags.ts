/** Flags that one member sets on their own view of a room. */
import {
  type NotificationLevel,
  notificationLevels,
  ROOM_MUTE_MINUTES_MAX,
} from '#src/domain/rooms/notification-level.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, object, oneOf } from '../schema/kinds.js';

export interface NotificationsBody {
  level: NotificationLevel;
  minutes?: number;
}

const notificationsBody = object<NotificationsBody>({
  level: oneOf(...notificationLevels)
    .required()
    .example('none'),
  minutes: integer()
    .min(1)
    .max(ROOM_MUTE_MINUTES_MAX)
    .example(60)
    .description('How long `none` lasts. Left out: until it is changed. Other levels ignore it.'),
}).label('RoomNotifications');

export interface UnreadMarkBody {
  from_seq: number;
}

const unreadMarkBody = object<UnreadMarkBody>({
  from_seq: integer().min(1).required().example(12).description('At most the newest row counts.'),
}).label('RoomUnreadMark');

/** Every flag is set by the member alone. */
const ofMember = {
  access: 'username',
  answers: { 204: { description: 'Done.' } },
  refusals: ['not_member', 'room_not_found'],
} as const satisfies Partial<Parameters<typeof endpoint>[0]>;

const flagEndpoint = (method: 'put' | 'delete', flag: string, summary: string) =>
  endpoint({
    id: `${method === 'put' ? 'set' : 'clear'}${flag[0]?.toUpperCase()}${flag.slice(1)}`,
    method,
    path: `/api/rooms/{slug}/${flag}`,
    tag: 'Rooms',
    summary,
    description: 'Only for the caller, on all devices. A repetition changes nothing.',
    ...ofMember,
  });

export const roomFlagEndpoints = {
  setArchive: flagEndpoint('put', 'archive', 'Archive: it stays in the list, pushes of mentions only'),
  clearArchive: flagEndpoint('delete', 'archive', 'Out of the archive'),
  setPin: flagEndpoint('put', 'pin', 'Pin to the top of the list'),
  clearPin: flagEndpoint('delete', 'pin', 'No longer at the top'),
  setMute: flagEndpoint('put', 'mute', 'No notifications, of mentions neither'),
  clearMute: flagEndpoint('delete', 'mute', 'Notifications again'),
  setUnread: endpoint({
    id: 'setUnread',
    method: 'put',
    path: '/api/rooms/{slug}/unread',
    tag: 'Rooms',
    summary: 'Mark a room as unread from a row on',
    description:
      'Only for the caller, on all devices. The read cursor and the counts stay as they are. The mark ends when the cursor moves past it, or when it is taken away.',
    ...ofMember,
    body: unreadMarkBody,
    unfit: 'invalid_request',
    fieldsLast: true,
  }),
  clearUnread: flagEndpoint('delete', 'unread', 'Take the mark as unread away'),
  setNotifications: endpoint({
    id: 'setNotifications',
    method: 'put',
    path: '/api/rooms/{slug}/notifications',
    tag: 'Rooms',
    summary: 'Choose the notifications of a room',
    description:
      'Only for the caller, on all devices. `none` is the same as muting, without an end or for some minutes; afterwards what was chosen before holds again.',
    ...ofMember,
    body: notificationsBody,
    unfit: 'invalid_request',
    fieldsLast: true,
  }),
};
