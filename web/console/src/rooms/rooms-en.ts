import { eventsEn } from '#page/app/text/events-en.js';

/** Texts of the room page and of messages in a conversation. */
export const roomsEn = {
  hint: 'Open a room by its address or its ID. Direct chats have an address too.',
  room: 'Room',
  roomHint: 'Address (slug) or ID',
  open: 'Open the room',
  nothing: 'No room is open.',
  nothingHint: 'Rooms are linked from reports, and from the profiles of their members.',
  kinds: { group: 'Group', dm: 'Direct chat' },
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  older: 'Show older messages',
  noMessages: 'There are no messages.',
  deleteMessage: 'Delete the message',
  deleteMessageLead: (who: string) =>
    `The message of ${who} is deleted for all members. They see that it was not its author.`,
  messageDeleted: 'The message is deleted.',
  deleteRoom: 'Delete the room',
  deleteRoomLead: (name: string) => `“${name}” is deleted for everybody and for good, with all messages in it.`,
  roomDeleted: 'The room is deleted.',
  edited: 'edited',
  deleted: 'deleted',
  gone: 'The content of this message is deleted.',
  expired: 'expired',
  pinned: 'pinned',
  forAdmins: 'for admins',
  reported: 'reported',
  viewOnce: 'View-once file, which operators do not see.',
  openFile: 'Open the file',
  fileGone: 'The file is removed.',
  events: eventsEn,
  parts: {
    photo: 'Photo',
    video: 'Video file',
    gif: 'Animation',
    sticker: 'Sticker',
    document: 'Document',
    survey: 'Survey',
    location: 'Location',
    contact: 'Contact',
    entry: 'Article of Discover',
  },
  article: 'Article',
};

export type RoomTexts = typeof roomsEn;
