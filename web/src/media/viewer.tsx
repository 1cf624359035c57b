import type { Viewer as Viewed } from '../app/overlays.js';
import { useApp } from '../app/use-app.js';
import { lazy } from '../ui/lazy.js';

export const loadViewer = () => import('./media-viewer.js').then(({ ViewerDialog }) => ViewerDialog);

const ViewerDialog = lazy<{ viewer: Viewed }>(loadViewer, (inner) => <div class="loading-part">{inner}</div>);

export function Viewer() {
  const viewer = useApp((state) => state.viewer);
  return viewer && <ViewerDialog viewer={viewer} />;
}
