import { lazy } from '../ui/lazy.js';

/** Loads Discover and its texts on first use. */
export const DiscoverPane = lazy(
  () => import('./discover-root.js').then(({ DiscoverRoot }) => DiscoverRoot),
  (inner) => <main class="pane pane-empty">{inner}</main>,
);
