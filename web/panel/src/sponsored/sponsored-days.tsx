/** Impressions, taps and budget of an item by day: three line charts and a table. */
import { LineChart } from '#page/ui/line-chart.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { SponsoredDays, SponsoredItem } from '../api-types.js';
import { day, number } from '../text/numbers.js';
import { useSponsoredDaysText } from './sponsored-days-text.js';
import { loadDays } from './sponsored-items.js';
import { useRefresh } from './use-refresh.js';
import './sponsored-days.css';

export function SponsoredDaysCard({ item }: { item: SponsoredItem }) {
  const words = useSponsoredDaysText();
  const days = useQuery(`days ${item.id}`, () => loadDays(item.id));
  useRefresh(days.reload);
  return (
    <section class="card" aria-labelledby="sponsored-days" data-testid="sponsored-days">
      <h2 id="sponsored-days">{words.title}</h2>
      <QueryResult of={days}>{(found) => <Courses item={item} found={found} />}</QueryResult>
    </section>
  );
}

const write = (value: number | null): string => (value === null ? '–' : number(value));

function Courses({ item, found: { days, hides } }: { item: SponsoredItem; found: SponsoredDays }) {
  const words = useSponsoredDaysText();
  const at = days.map(({ starts_at }) => starts_at);
  const used = usedAfter(days, item.impressions);
  return (
    <>
      <div class="sponsored-courses">
        {(['impressions', 'clicks'] as const).map((name) => {
          const values = days.map((each) => each[name]);
          const label = words.chart(words[name], write(values.at(-1) ?? 0), write(Math.max(0, ...values)));
          return (
            <Course key={name} name={words[name]} label={label} at={at} values={values} least={5} now={values.at(-1)} />
          );
        })}
        <Course
          name={words.used}
          label={words.budgetChart(number(item.impressions), number(item.budget))}
          at={at}
          values={used}
          least={item.budget}
          now={used.at(-1)}
        />
      </div>
      <dl class="sponsored-hides">
        <dt>{words.hides}</dt>
        <dd data-testid="count-hides">{words.hidesValue(number(hides))}</dd>
      </dl>
      <DaysTable days={days} used={used} />
    </>
  );
}

interface CourseProps {
  name: string;
  label: string;
  at: number[];
  values: number[];
  least: number;
  now: number | undefined;
}

function Course({ name, label, at, values, least, now }: CourseProps) {
  return (
    <div class="sponsored-course">
      <h3>
        {name} <b>{write(now ?? null)}</b>
      </h3>
      <LineChart label={label} at={at} lines={[{ name, values }]} least={least} write={write} writeAt={day} />
    </div>
  );
}

function DaysTable({ days, used }: { days: SponsoredDays['days']; used: number[] }) {
  const words = useSponsoredDaysText();
  const rows = days.map((each, n) => ({ ...each, used: used[n] ?? 0 })).reverse();
  return (
    <details class="sponsored-table">
      <summary data-testid="days-table">{words.table}</summary>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {[words.impressions, words.clicks, words.used].map((name) => (
              <th key={name} scope="col" class="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.starts_at}>
              <th scope="row">{day(row.starts_at)}</th>
              <td class="amount">{number(row.impressions)}</td>
              <td class="amount">{number(row.clicks)}</td>
              <td class="amount">{number(row.used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Computed backwards from the current total, because impressions before the first listed day count too. */
function usedAfter(days: SponsoredDays['days'], impressions: number): number[] {
  let left = impressions;
  return [...days]
    .reverse()
    .map((each) => {
      const after = left;
      left -= each.impressions;
      return after;
    })
    .reverse();
}
