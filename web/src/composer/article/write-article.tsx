import { lazy } from '#page/ui/lazy.js';

/** Loads the editor when the person starts an article. */
export const WriteArticle = lazy(
  () => import('./article-editor.js').then(({ ArticleEditor }) => ArticleEditor),
  (inner) => <aside class="panel panel-wide">{inner}</aside>,
);
