import { LineChart } from '#page/ui/line-chart.js';
import { day, number } from '../text/numbers.js';

interface ChartProps {
  /** ms, one timestamp for each value. */
  at: number[];
  left: number[];
  label: string;
}

const write = (value: number | null): string => (value === null ? '–' : number(value));

/** A step for each transaction, however close in time. The table beside the chart has the same data. */
export function UsageChart({ at, left, label }: ChartProps) {
  const steps = left.flatMap((_, n) => (n === 0 ? [0] : [n, n]));
  const values = left.flatMap((value, n) => (n === 0 ? [value] : [left[n - 1] ?? value, value]));
  return (
    <div class="chart" data-testid="chart">
      <LineChart
        label={label}
        at={steps}
        lines={[{ name: label, values }]}
        least={1}
        write={write}
        writeAt={(step) => day(at[step] ?? 0)}
      />
    </div>
  );
}
