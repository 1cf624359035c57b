import { Dialog } from '#page/ui/dialog.js';
import { lazy } from '#page/ui/lazy.js';
import type { Page } from '../overlays.js';
import { closePage } from '../page.js';
import { useApp } from '../use-app.js';

export const loadPageViews = () => import('./page-views.js').then(({ PageView }) => PageView);

const View = lazy<{ page: Page }>(loadPageViews, (inner) => (
  <Dialog title="Meydan" onClose={closePage}>
    {inner}
  </Dialog>
));

export function Pages() {
  const page = useApp((state) => state.page);
  return page && <View page={page} />;
}
