import type { EventName } from './events.js';
import type { OperationName } from './operations.js';

/** One sentence each, for people who read the documents. */
export const operationTexts: Record<OperationName, string> = {
  'room:open': 'Join the channel of a room, with the newest rows or with everything after `after_seq`.',
  'room:close': 'Leave the channel of a room.',
  'message:list': 'A page of rows, oldest first.',
  'message:new': 'Send a message. The ack means it is durable.',
  'message:edit': 'Change the text of an own message, within 48 hours.',
  'message:delete': 'Delete a message: its author, or an admin with the right.',
  'message:react': 'Set or take back a reaction.',
  'message:read': 'Move the read cursor forward.',
  typing: 'Show the others that somebody is typing; at most once in 3 seconds.',
  'session:renew': 'Go on with a fresh access token of the same session.',
};

export const eventTexts: Record<EventName, string> = {
  'message:new': 'A row was written; the sender hears it too.',
  'message:edited': 'A row has another text.',
  'message:deleted': 'A row has lost its content.',
  'message:expired': 'The time of these rows is over: they are gone.',
  'message:reactions': 'The reactions to a row are now these.',
  'member:joined': 'Somebody became a member.',
  'member:left': 'Somebody is no member any more.',
  'member:updated': 'A member changed.',
  'member:tagged': 'A member has another tag, or none.',
  'room:updated': 'Settings of the room changed, or what members are denied.',
  'room:deleted': 'The room is gone; so is its channel.',
  'room:hidden': 'Something happened to a row from before your time.',
  'room:request': 'Somebody asks to be let in.',
  ready: 'The first event: you are connected.',
  typing: 'Somebody is typing. Volatile: it may be left out.',
  'room:new': 'A room came into your list.',
  'room:gone': 'A room left your list.',
  'room:activity': 'Something happened in a room you have not opened; at most once a second for a room.',
  'room:flags': 'Another device of yours archived, silenced or pinned a room.',
  'permissions:changed': 'What you may do in a room changed.',
  'session:expiring': 'The access token ends soon: send `session:renew`.',
  'session:closed': 'The server is about to close this socket, and why.',
  'server:draining': 'This server is about to restart: connect again after the time told.',
  'operation:error': 'An operation without an ack was refused.',
};
