export const discussionsEn = {
  title: 'Discussions',
  all: 'All',
  mine: 'Begun by my messages',
  none: 'No discussion here yet.',
  older: 'Look further back',
};

export type DiscussionsTexts = typeof discussionsEn;
