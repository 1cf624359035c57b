/** The charts as a table by minute: sums of counters, maxima of gauges and latencies. */

import { TableBox } from '../views/table-box.js';
import { type CountColumn, countColumns, type Live, type TimeSeries, type Values } from './columns.js';
import { minuteOf, useLiveText, write } from './live-text.js';
import { highest, type MinuteRow, minutesOf } from './time-series.js';

export function Minutes({ live: { series } }: { live: Live }) {
  const text = useLiveText();
  const names = Object.keys(text.minuteColumns) as (keyof typeof text.minuteColumns)[];
  return (
    <TableBox label={text.minutes} testId="minutes">
      <thead>
        <tr>
          <th scope="col">{text.minute}</th>
          {names.map((name) => (
            <th key={name} scope="col" class="amount">
              {text.minuteColumns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {minutesOf(series).map((row) => (
          <tr key={row.at}>
            <th scope="row">{minuteOf(row.at)}</th>
            {names.map((name) => (
              <td key={name} class="amount">
                {write(valueIn(series, name, row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

type Named = keyof ReturnType<typeof useLiveText>['minuteColumns'];

/** Counters are summed over the minute; of latencies and gauges the maximum is shown. */
function valueIn(series: TimeSeries, name: Named, { steps: [from, to] }: MinuteRow): number | null {
  const values: Values = series[name].slice(from, to);
  const isCount = (countColumns as readonly string[]).includes(name satisfies CountColumn | string);
  return isCount ? values.reduce((sum: number, value) => sum + (value ?? 0), 0) : highest(values);
}
