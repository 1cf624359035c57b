import { lazy } from '#page/ui/lazy.js';

/** The editor comes when somebody begins to write. */
export const WriteArticle = lazy(
  () => import('./article-editor.js').then(({ ArticleEditor }) => ArticleEditor),
  (inner) => <aside class="panel panel-wide">{inner}</aside>,
);
