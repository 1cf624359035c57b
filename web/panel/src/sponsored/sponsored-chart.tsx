/** The statistics of an item: budget used, and taps. */
import type { SponsoredItem } from '../api-types.js';
import { number } from '../text/numbers.js';
import { locale } from '../text/text.js';
import { rateOf } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';

export const rateText = (rate: number | null): string =>
  rate === null ? '–' : rate.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 2 });

const partOf = (count: number, whole: number): number => (whole > 0 ? Math.min(count / whole, 1) : 0);

/** The used part of the budget. The numbers beside it say the same. */
export function BudgetBar({ item }: { item: SponsoredItem }) {
  return (
    <span class="sponsored-bar" aria-hidden="true">
      <i style={{ width: `${partOf(item.impressions, item.budget) * 100}%` }} />
    </span>
  );
}

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

export function SponsoredNumbers({ item }: { item: SponsoredItem }) {
  const words = useSponsoredText();
  const [shown, budget, clicks] = [number(item.impressions), number(item.budget), number(item.clicks)];
  const used = partOf(item.impressions, item.budget);
  const facts: [id: string, name: string, value: string][] = [
    ['impressions', words.impressions, shown],
    ['clicks', words.clicks, clicks],
    ['rate', words.rate, rateText(rateOf(item))],
    ['budget', words.budget, item.budget === 0 ? '–' : budget],
  ];
  return (
    <section class="card" aria-labelledby="sponsored-numbers">
      <h2 id="sponsored-numbers">{words.numbers}</h2>
      <div class="sponsored-numbers">
        <svg class="sponsored-ring" viewBox="0 0 100 100" role="img" aria-label={words.chart(shown, budget, clicks)}>
          <circle class="ring-ground" cx="50" cy="50" r={RADIUS} />
          <circle class="ring-used" cx="50" cy="50" r={RADIUS} stroke-dasharray={`${used * AROUND} ${AROUND}`} />
          <text x="50" y="50">
            {rateText(used)}
          </text>
          <text class="ring-name" x="50" y="63">
            {words.budgetUsed}
          </text>
        </svg>
        <dl class="sponsored-counts sponsored-counts-large">
          {facts.map(([id, name, value]) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd data-testid={`count-${id}`}>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p class="note">{words.numbersHint}</p>
    </section>
  );
}
