import { lazy } from '../ui/lazy.js';

export const ShareDialog = lazy(
  () => import('./share-article.js').then(({ ShareArticle }) => ShareArticle),
  () => null,
);
