/** Words of the list of open rooms; they come with it. */
export const directoryEn = {
  title: 'Rooms',
  search: 'Name or address of a room, or a link',
  all: 'Open rooms, the largest first',
  found: (words: string) => `Open rooms for “${words}”`,
  count: (rooms: string, hasMore: boolean) => (hasMore ? `${rooms} rooms so far` : `${rooms} in all`),
  asksFirst: 'admins decide',
  needsStars: 'needs stars',
  inside: 'you are in it',
  join: 'Join',
  ask: 'Ask to join',
  asked: 'Asked',
  open: 'Open',
  none: 'There is no open room yet.',
  noneHint: 'Create the first one with the plus above the list.',
  noneFound: (words: string) => `No open room is called “${words}”.`,
  noneFoundHint: 'Closed rooms are not found here: somebody in them can send you an invite link.',
  showAll: 'Show all rooms',
  openLink: 'Open the link',
};

export type DirectoryTexts = typeof directoryEn;
