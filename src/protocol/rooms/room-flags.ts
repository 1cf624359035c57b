/** Flags that one member sets on their own view of a room. */
import { endpoint } from '../schema/endpoint.js';

const flagEndpoint = (method: 'put' | 'delete', flag: string, summary: string) =>
  endpoint({
    id: `${method === 'put' ? 'set' : 'clear'}${flag[0]?.toUpperCase()}${flag.slice(1)}`,
    method,
    path: `/api/rooms/{slug}/${flag}`,
    tag: 'Rooms',
    summary,
    description: 'Only for the caller, on all devices. A repetition changes nothing.',
    access: 'username',
    answers: { 204: { description: 'Done.' } },
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
