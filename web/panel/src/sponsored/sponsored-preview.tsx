import type { Placement } from '#page/api-types.js';
import { SponsoredCard } from '#page/sponsored/sponsored-card.js';
import type { ShownItem } from '#page/sponsored/sponsored-items.js';
import { useSponsoredCardText } from '#page/sponsored/sponsored-text.js';
import { useOrganization } from '../state/use-panel.js';
import { useSponsoredText } from './sponsored-text.js';

const placements: Placement[] = ['chats', 'discover_topics', 'discover_entries'];

/** The item in each placement, rendered with the components of the chat page. */
export function SponsoredPreview({ item }: { item: ShownItem }) {
  const words = useSponsoredText();
  const text = useSponsoredCardText();
  const { display_name } = useOrganization().organization;
  return (
    <section class="card sponsored-preview" aria-labelledby="sponsored-preview" data-testid="sponsored-preview">
      <h2 id="sponsored-preview">{words.preview}</h2>
      {placements.map((placement) => (
        <figure key={placement} data-testid={`preview-${placement}`}>
          <figcaption class="note">{words.placements[placement]}</figcaption>
          <SponsoredCard item={item} placement={placement} text={text} sponsor={display_name} />
        </figure>
      ))}
    </section>
  );
}
