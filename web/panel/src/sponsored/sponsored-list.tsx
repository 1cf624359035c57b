import { EmptyState } from '#page/ui/empty-state.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { SponsoredItem } from '../api-types.js';
import { useOrganization, usePanel } from '../state/use-panel.js';
import { number } from '../text/numbers.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { BudgetBar, rateText } from './sponsored-chart.js';
import { loadItems, rateOf } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';
import { useRefresh } from './use-refresh.js';

/** All items, newest first, with their status. */
export function SponsoredList() {
  const text = useText();
  const words = useSponsoredText();
  const { balances } = usePanel();
  const { organization } = useOrganization();
  const items = useQuery('sponsored', loadItems);
  useRefresh(items.reload);
  const isIncluded = organization.subscription?.features.includes('sponsored') ?? false;
  return (
    <>
      <SectionHead title={text.sections.sponsored} hint={words.hint}>
        {isIncluded && (
          <a class="button" href="#/sponsored/new" data-testid="sponsored-new">
            {words.newItem}
          </a>
        )}
      </SectionHead>
      {!isIncluded && (
        <p class="sponsored-warning">
          {words.notInPackage} <a href="#/packages">{words.toPackages}</a>
        </p>
      )}
      {isIncluded && (
        <p class={balances.impression > 0 ? 'note' : 'sponsored-warning'} data-testid="sponsored-credit">
          {balances.impression > 0 ? words.credit(number(balances.impression)) : words.noCredit}
        </p>
      )}
      <QueryResult of={items}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="eye" line={words.none} hint={words.noneHint} />
          ) : (
            <ol class="sponsored-items" data-testid="sponsored-items">
              {all.map((item) => (
                <Line key={item.id} item={item} />
              ))}
            </ol>
          )
        }
      </QueryResult>
    </>
  );
}

function Line({ item }: { item: SponsoredItem }) {
  const words = useSponsoredText();
  return (
    <li>
      <a class="sponsored-line" href={`#/sponsored/${item.id}`} data-testid="sponsored-line" data-item={item.id}>
        <span class="sponsored-line-words">
          <strong>{item.title}</strong>
          <span class="note">{item.body}</span>
        </span>
        <StatusChip status={item.status} />
        <dl class="sponsored-counts">
          <div>
            <dt>{words.impressions}</dt>
            <dd>{number(item.impressions)}</dd>
          </div>
          <div>
            <dt>{words.clicks}</dt>
            <dd>{number(item.clicks)}</dd>
          </div>
          <div>
            <dt>{words.rate}</dt>
            <dd>{rateText(rateOf(item))}</dd>
          </div>
        </dl>
        <BudgetBar item={item} />
      </a>
    </li>
  );
}

export function StatusChip({ status }: Pick<SponsoredItem, 'status'>) {
  const words = useSponsoredText();
  return (
    <span
      class={`chip sponsored-status sponsored-status-${status}`}
      data-testid="sponsored-status"
      data-status={status}
    >
      {words.status[status]}
    </span>
  );
}
