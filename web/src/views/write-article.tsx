import { lazily } from './lazily.js';

/** The editor comes when somebody begins to write. */
export const WriteArticle = lazily(
  () => import('./article-editor.js').then(({ ArticleEditor }) => ArticleEditor),
  (inner) => <aside class="panel panel-wide">{inner}</aside>,
);
