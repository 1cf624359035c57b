import { lazy } from '#page/ui/lazy.js';

/** Loads the editor on first use. */
export const WriteArticle = lazy(
  () => import('./article-editor.js').then(({ ArticleEditor }) => ArticleEditor),
  (inner) => <aside class="panel panel-wide">{inner}</aside>,
);
