import { Icon } from '#page/ui/icon.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { type Query, useQuery } from '#page/ui/workspace/use-query.js';
import type { SponsoredItem } from '../api-types.js';
import { SponsoredActions } from './sponsored-actions.js';
import { SponsoredNumbers } from './sponsored-chart.js';
import { SponsoredDaysCard } from './sponsored-days.js';
import { SponsoredFacts } from './sponsored-facts.js';
import { loadItem } from './sponsored-items.js';
import { StatusChip } from './sponsored-list.js';
import { SponsoredPreview } from './sponsored-preview.js';
import { useSponsoredText } from './sponsored-text.js';
import { useRefresh } from './use-refresh.js';

/** One item: status, preview, statistics and actions. */
export function SponsoredPage({ id }: { id: string }) {
  const item = useQuery(`sponsored ${id}`, () => loadItem(id));
  useRefresh(item.reload);
  return (
    <>
      <BackToItems />
      <QueryResult of={item}>{(found) => <Shown item={found} query={item} />}</QueryResult>
    </>
  );
}

export function BackToItems() {
  const words = useSponsoredText();
  return (
    <a class="sponsored-back" href="#/sponsored" data-testid="sponsored-back">
      <Icon name="back" size={18} />
      {words.back}
    </a>
  );
}

function Shown({ item, query }: { item: SponsoredItem; query: Query<SponsoredItem> }) {
  const words = useSponsoredText();
  return (
    <div data-testid="sponsored-item" class="sponsored-page">
      <div class="section-head">
        <div class="section-title">
          <h1 id="section-title">{item.title}</h1>
          <p class="note">
            <StatusChip status={item.status} /> {words.statusHint[item.status]}
          </p>
        </div>
        <SponsoredActions item={item} onChange={query.setValue} />
      </div>
      {item.status === 'rejected' && item.reject_reason && (
        <div class="sponsored-warning" data-testid="reject-reason">
          <strong>{words.rejectedFor}</strong>
          <p>{item.reject_reason}</p>
        </div>
      )}
      <div class="sponsored-columns">
        <div class="sponsored-column">
          <SponsoredNumbers item={item} />
          {item.budget > 0 && item.status !== 'draft' && <SponsoredDaysCard item={item} />}
          <SponsoredFacts item={item} />
        </div>
        <SponsoredPreview item={item} />
      </div>
    </div>
  );
}
