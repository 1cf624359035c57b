import { LineChart } from '#page/ui/line-chart.js';
import { type Card, cardsOf, groups } from './cards.js';
import type { Live } from './columns.js';
import { clock, useLiveText, withUnit, write } from './live-text.js';
import { highest, newest } from './time-series.js';

export function Charts({ live }: { live: Live }) {
  const text = useLiveText();
  return (
    <div class="live-groups" data-testid="charts">
      {groups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{text.groups[group]}</h2>
          <div class="live-cards">
            {cardsOf(group, live, text).map((card) => (
              <ChartCard key={card.id} card={card} at={live.series.at} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function ChartCard({ card: { id, unit, least, lines }, at }: { card: Card; at: number[] }) {
  const text = useLiveText();
  const name = text.cards[id];
  const parts = lines.map((line) =>
    text.chartPart(line.name, withUnit(newest(line.values), unit), withUnit(highest(line.values), unit)),
  );
  return (
    <div class="live-card" data-testid={`card-${id}`}>
      <h3>{name}</h3>
      <ul class="live-values">
        {lines.map((line, n) => (
          <li key={line.name}>
            <svg class="line-key" viewBox="0 0 18 6" aria-hidden="true">
              <path class={`line-${n % 6}`} d="M0 3h18" />
            </svg>
            <b>{withUnit(newest(line.values), unit)}</b>
            <span>{line.name}</span>
          </li>
        ))}
      </ul>
      <LineChart
        label={text.chart(name, parts.join(' '))}
        at={at}
        lines={lines}
        least={least}
        write={write}
        writeAt={clock}
      />
    </div>
  );
}
