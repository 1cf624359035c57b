export const searchEn = {
  everywhere: 'Search in all rooms',
  title: 'Search messages',
  mentions: 'Mentions',
  hint: 'Words, and filters if you like: from:ada has:link',
  from: 'From',
  anybody: 'Anybody',
  room: 'In',
  allRooms: 'All rooms',
  before: 'Before',
  has: 'With',
  anything: 'Anything',
  kind: { link: 'a link', photo: 'a photo', video: 'a video', document: 'a document', article: 'an article' },
  search: 'Search',
  searching: 'Searching…',
  nothing: 'Nothing found.',
  nothingHere: 'Nobody has mentioned you yet.',
  needsWords: 'Type a word that the message contains.',
  more: (count: number) => `Search ${count} more rooms`,
  tooMany: 'You have searched much in this minute. Search the other rooms in a moment.',
  found: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
};

export type SearchTexts = typeof searchEn;
