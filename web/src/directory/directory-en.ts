/** Texts of the directory of open rooms, loaded with it. */
export const directoryEn = {
  title: 'Rooms',
  search: 'Name or address of a room, or a link',
  all: 'Open rooms, largest first',
  found: (words: string) => `Open rooms for “${words}”`,
  count: (rooms: string, hasMore: boolean) => (hasMore ? `${rooms} rooms so far` : `${rooms} in all`),
  asksFirst: 'by approval',
  needsStars: 'needs stars',
  inside: 'joined',
  join: 'Join',
  ask: 'Ask to join',
  asked: 'Requested',
  open: 'Open',
  none: 'No open rooms yet.',
  noneHint: 'Create the first one with the plus button above the list.',
  noneFound: (words: string) => `No open room is called “${words}”.`,
  noneFoundHint: 'Closed rooms are not listed. A member can send you an invite link.',
  showAll: 'Show all rooms',
  openLink: 'Open the link',
};

export type DirectoryTexts = typeof directoryEn;
