import { useState } from 'preact/hooks';
import { balanceHistoryOf, type Moved, movementsOf } from '#page/account/balance-history.js';
import { EmptyState } from '#page/ui/empty-state.js';
import { ChoiceField } from '#page/ui/workspace/field.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import { type Counter, counters, type Usage, type UsageEntry } from '../api-types.js';
import { call } from '../net/api.js';
import { useOrganization } from '../state/use-panel.js';
import { number } from '../text/numbers.js';
import { useText } from '../text/text.js';
import { Movements } from './movements.js';
import { SectionHead } from './parts.js';
import { UsageChart } from './usage-chart.js';

/** Balances and transactions of the organization. */
export function UsageView() {
  const text = useText();
  const { organization } = useOrganization();
  const usage = useQuery(organization.id, () => call('GET /api/panel/usage'));
  return (
    <>
      <SectionHead title={text.sections.usage} hint={text.usageHint}>
        <button type="button" class="button button-quiet" data-testid="reload" onClick={usage.reload}>
          {text.reload}
        </button>
      </SectionHead>
      <QueryResult of={usage}>{(value) => <Shown {...value} />}</QueryResult>
    </>
  );
}

function Shown({ balances, entries }: Usage) {
  const text = useText();
  const movements = movementsOf<Counter, UsageEntry>(entries, balances);
  return (
    <>
      <dl class="tiles">
        {counters.map((counter) => (
          <div class="tile" key={counter} data-testid={`balance-${counter}`}>
            <dt>{text.counters[counter]}</dt>
            <dd>{number(balances[counter])}</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <EmptyState icon="survey" line={text.usageEmpty} hint={text.usageEmptyHint} />
      ) : (
        <>
          <Course movements={movements} />
          <Movements movements={movements} />
        </>
      )}
    </>
  );
}

function Course({ movements }: { movements: Moved<UsageEntry>[] }) {
  const text = useText();
  const moved = counters.filter((counter) => movements.some((movement) => movement.counter === counter));
  const [chosen, setChosen] = useState<Counter>('impression');
  const counter = moved.includes(chosen) ? chosen : (moved[0] ?? 'impression');
  const options = moved.map((value) => ({ value, label: text.counters[value] }));
  const { at, left } = balanceHistoryOf(movements, counter);
  return (
    <section class="card" aria-labelledby="course">
      <div class="course-head">
        <h2 id="course">{text.chartOf(text.counters[counter])}</h2>
        <ChoiceField
          label={text.chartCounter}
          testId="chart-counter"
          value={counter}
          options={options}
          onChange={(value) => setChosen(value as Counter)}
        />
      </div>
      <UsageChart at={at} left={left} label={text.chartOf(text.counters[counter])} />
    </section>
  );
}
