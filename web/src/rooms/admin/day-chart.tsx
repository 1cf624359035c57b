import { useSettingsText } from '#page/account/settings-text.js';
import { locale } from '#page/app/text/text.js';
import { countOf } from '#page/discover/discover-text.js';

export interface Series {
  name: string;
  values: number[];
}

interface DayChartProps {
  title: string;
  testId: string;
  /** Midnights, oldest first. */
  days: number[];
  /** One series, or two as adjacent columns. */
  series: Series[];
}

const WIDTH = 320;
const HEIGHT = 96;
const dayName = (at: number): string => new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });

/** A column chart by day, with a summary sentence and a table. */
export function DayChart({ title, testId, days, series }: DayChartProps) {
  const text = useSettingsText();
  const all = series.flatMap(({ values }) => values);
  const most = Math.max(0, ...all);
  const day = days[all.indexOf(most) % days.length] ?? 0;
  return (
    <figure class="chart" data-testid={testId} data-most={most}>
      <figcaption>{title}</figcaption>
      {most === 0 ? (
        <p class="panel-note">{text.nothingToDraw}</p>
      ) : (
        <>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`}
            role="img"
            aria-label={`${title}. ${text.mostOn(countOf(most), dayName(day))}`}
          >
            <Columns series={series} most={most} />
            <line class="chart-base" x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
            <text x="0" y={HEIGHT + 14}>
              {dayName(days[0] ?? 0)}
            </text>
            <text x={WIDTH} y={HEIGHT + 14} text-anchor="end">
              {dayName(days.at(-1) ?? 0)}
            </text>
          </svg>
          {series.length > 1 && <Key series={series} />}
          <p class="panel-note">{text.mostOn(countOf(most), dayName(day))}</p>
          <DayTable title={title} days={days} series={series} />
        </>
      )}
    </figure>
  );
}

function Columns({ series, most }: { series: Series[]; most: number }) {
  const step = WIDTH / (series[0]?.values.length || 1);
  const width = (step * 0.72) / series.length;
  return (
    <>
      {series.map(({ name, values }, which) =>
        values.map((value, at) => {
          const height = (value / most) * (HEIGHT - 4);
          const x = at * step + step * 0.14 + which * width;
          return (
            value > 0 && (
              <rect
                key={`${name}${at}`}
                class={which === 0 ? 'chart-first' : 'chart-second'}
                x={x}
                y={HEIGHT - height}
                width={width}
                height={height}
                rx={Math.min(3, height / 2, width / 2)}
              />
            )
          );
        }),
      )}
    </>
  );
}

function Key({ series }: { series: Series[] }) {
  return (
    <p class="chart-key">
      {series.map(({ name }, which) => (
        <span key={name}>
          <i class={which === 0 ? undefined : 'chart-key-second'} />
          {name}
        </span>
      ))}
    </p>
  );
}

function DayTable({ title, days, series }: Pick<DayChartProps, 'title' | 'days' | 'series'>) {
  const text = useSettingsText();
  return (
    <details>
      <summary>{text.table}</summary>
      <table class="chart-table">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{countOf(values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
