/** Small line charts. The caller shows the values in numbers too. */
import { useState } from 'preact/hooks';
import './line-chart.css';

export interface ChartLine {
  name: string;
  values: readonly (number | null)[];
}

export interface LineChartProps {
  label: string;
  /** ms, one for each value. */
  at: readonly number[];
  lines: readonly ChartLine[];
  /** The minimum of the axis maximum, so that small values do not look dramatic. */
  least: number;
  write: (value: number | null) => string;
  /** Formats a time of the axis, or the time under the pointer. */
  writeAt: (at: number) => string;
}

const HEIGHT = 100;
const WIDTH = 300;

/** Each line differs by dash pattern as well as by color. */
export function LineChart({ label, at, lines, least, write, writeAt }: LineChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = topOf(lines, least);
  const from = at[0] ?? 0;
  const span = Math.max(1, (at.at(-1) ?? 0) - from);
  const x = (n: number) => (((at[n] ?? from) - from) / span) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    setPointed(nearest(at, from + ((event.clientX - box.left) / box.width) * span));
  };
  const shown = pointed === null ? null : Math.min(pointed, at.length - 1);
  return (
    <figure class="line-chart">
      <span class="line-top" aria-hidden="true">
        {write(top)}
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {[0, 0.5, 1].map((part) => (
          <line key={part} class="line-grid" x1="0" x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} />
        ))}
        {lines.map(({ name, values }, n) => (
          <path key={name} class={`line-${n % 6}`} d={pathOf(values, x, y)} />
        ))}
        {shown !== null && <line class="line-pointed" x1={x(shown)} x2={x(shown)} y1="0" y2={HEIGHT} />}
      </svg>
      <figcaption aria-hidden="true">
        {shown === null ? (
          <>
            <span>{at.length > 0 ? writeAt(from) : ''}</span>
            <span>{at.length > 0 ? writeAt(at.at(-1) as number) : ''}</span>
          </>
        ) : (
          <span>
            {writeAt(at[shown] as number)} · {lines.map(({ values }) => write(values[shown] ?? null)).join(' · ')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** A round number above all values. */
function topOf(lines: readonly ChartLine[], least: number): number {
  let most = least;
  for (const { values } of lines) for (const value of values) if (value !== null && value > most) most = value;
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * size >= most) ?? 10;
  return step * size;
}

/** An unknown value leaves a gap. */
function pathOf(values: readonly (number | null)[], x: (n: number) => number, y: (value: number) => number): string {
  let path = '';
  let isDown = false;
  for (const [n, value] of values.entries()) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
    // A single value is drawn as a point.
    if (value !== null && !isDown) path += 'h.01';
    isDown = value !== null;
  }
  return path;
}

function nearest(at: readonly number[], wanted: number): number {
  let found = 0;
  for (const [n, time] of at.entries()) {
    if (Math.abs(time - wanted) < Math.abs((at[found] as number) - wanted)) found = n;
  }
  return found;
}
