import { lazy } from '../ui/lazy.js';

/** Discover in place of a room. Its code and words come when somebody goes there. */
export const DiscoverPane = lazy(
  () => import('./discover-root.js').then(({ DiscoverRoot }) => DiscoverRoot),
  (inner) => <main class="pane pane-empty">{inner}</main>,
);
