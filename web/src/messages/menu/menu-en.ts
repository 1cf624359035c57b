export const menuEn = {
  menuOfRoom: 'Actions on this room',
  unpinRoom: 'Unpin from the top',
  unmuteRoom: 'Unmute',
  unarchiveRoom: 'Take out of the archive',
  menuOf: 'Actions on this message',
  more: 'More actions',
  copyText: 'Copy text',
  copyMessageLink: 'Copy link to the message',
  copied: 'Copied.',
  select: 'Select',
  markUnread: 'Mark as unread from here',
  openDiscussion: 'Open the discussion',
  moreReactions: 'More reactions',
  selected: (count: number) => `${count} selected`,
  selectRow: (name: string) => `Select the message of ${name}`,
  deleteSelected: (count: number) => `Delete ${count} messages for everyone?`,
  forwarded: 'Forwarded.',
};

export type MenuTexts = typeof menuEn;
