import type { DiscussionsTexts } from './discussions-en.js';

export const discussionsTr: DiscussionsTexts = {
  title: 'Tartışmalar',
  all: 'Hepsi',
  mine: 'Mesajlarımdan başlayanlar',
  none: 'Burada henüz tartışma yok.',
  older: 'Daha eskilere bak',
};
