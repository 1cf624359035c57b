import { EmptyState } from '#page/ui/empty-state.js';
import { useRoute } from '#page/ui/workspace/route.js';
import { useOrganization } from '../state/use-panel.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { SponsoredEdit, SponsoredNew } from './sponsored-editor.js';
import { SponsoredList } from './sponsored-list.js';
import { SponsoredPage } from './sponsored-page.js';
import { useSponsoredText } from './sponsored-text.js';
import '#page/sponsored/sponsored.css';
import './sponsored.css';

/** Sponsored items: the list (`#/sponsored`), a new item (`…/new`), one item (`…/<id>`), its editor (`…/<id>/edit`). */
export function SponsoredRoot() {
  const text = useText();
  const words = useSponsoredText();
  const [, id, deed] = useRoute();
  const { role } = useOrganization();
  if (role === 'viewer') {
    return (
      <>
        <SectionHead title={text.sections.sponsored} />
        <EmptyState icon="eye" line={words.notAllowed} />
      </>
    );
  }
  if (id === undefined) return <SponsoredList />;
  if (id === 'new') return <SponsoredNew />;
  return deed === 'edit' ? <SponsoredEdit key={id} id={id} /> : <SponsoredPage key={id} id={id} />;
}
