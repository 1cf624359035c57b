import type { EventName } from './events.js';
import type { OperationName } from './operations.js';

/** One sentence for each operation and event, for the documents. */
export const operationTexts: Record<OperationName, string> = {
  'room:open': 'Join the channel of a room, with the newest rows or with everything after `after_seq`.',
  'room:close': 'Leave the channel of a room.',
  'message:list': 'A page of rows, oldest first.',
  'message:new': 'Send a message. The ack means it is durable.',
  'message:edit': 'Change the text of an own message, within 48 hours.',
  'message:delete': 'Delete a message: its author, or an admin with the right.',
  'message:react': 'Set or remove a reaction.',
  'message:pin': 'Pin a message for everybody, or unpin it.',
  'survey:vote': 'Vote in a survey; an empty list of options withdraws the vote.',
  'discussion:close': 'End the discussion of a message: its author, or an admin.',
  'discussion:reopen': 'Open the discussion of a message again.',
  'message:open_once': 'Get the link of a view-once file: a single time, and again for a minute on the same device.',
  'message:read': 'Move the read cursor forward.',
  typing: 'Tell the others that the member is typing; at most once in 3 seconds.',
  'session:renew': 'Renew the socket with a new access token of the same session.',
};

export const eventTexts: Record<EventName, string> = {
  'message:new': 'A row was written; the sender receives it too.',
  'message:edited': 'A row has another text, was opened, or lost its file.',
  'message:deleted': 'A row was deleted; its content is removed.',
  'message:expired': 'These rows have expired.',
  'message:reactions': 'The current reactions to a row.',
  'message:pins': 'The current pinned messages.',
  'message:discussion': 'A discussion was opened, closed, reopened, or has more or fewer replies.',
  'survey:votes': 'The current votes in a survey.',
  'member:joined':
    'A person became a member. Photos come from lists and `account:avatar`, because not all readers see the same one.',
  'member:left': 'A person is no longer a member.',
  'member:updated': 'A member changed. The event has no photo.',
  'member:tagged': 'A member has another tag, or none.',
  'room:updated': 'The settings of the room, the restrictions of its members, or its photo changed.',
  'room:deleted': 'The room was deleted, with its channel.',
  'room:hidden': 'A row from before the reader joined changed.',
  'message:read': 'In a direct chat: one of the two has read up to here.',
  'room:request': 'A person requests to join.',
  ready: 'The first event: the socket is connected.',
  typing: 'A member is typing. Volatile: the event may be lost.',
  'room:new': 'A room was added to the list of rooms.',
  'room:gone': 'A room was removed from the list of rooms.',
  'room:activity': 'There is activity in a room that the socket has not opened; at most once a second for a room.',
  'room:flags': 'Another device of the account archived, silenced or pinned a room.',
  'account:avatar':
    'A person who shares a room with the account, or whom it follows, changed the photo: the current one, or none.',
  presence: 'The peer of a direct chat came online or went offline.',
  'permissions:changed': 'The permissions of the account in a room changed.',
  'stars:changed': 'The new balance of stars.',
  'session:expiring': 'The access token ends soon: send `session:renew`.',
  'session:closed': 'The server is about to close this socket, with the reason.',
  'server:draining': 'This server is about to restart: connect again after the given time.',
  'operation:error': 'An operation without an ack was refused.',
};
