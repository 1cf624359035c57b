/** A run as lines for people; the JSON line beside it is for machines. */
const columns = [
  ['load', (run) => (run.inFlight ? `${run.inFlight} in flight` : `${run.ratePerSecond}/s`)],
  ['acked/s', (run) => run.ackedPerSecond],
  ['p50 ms', (run) => run.latencyMs.p50],
  ['p99 ms', (run) => run.latencyMs.p99],
  ['max ms', (run) => run.latencyMs.max],
  ['late p99', (run) => run.generatorLateMs?.p99 ?? '-'],
  ['batch', (run) => run.batchUnits.mean],
  ['batch ms', (run) => run.batchMs.p50],
  ['µs actors', (run) => run.cpuMicrosPerMessage.actors ?? '-'],
  ['µs store', (run) => run.cpuMicrosPerMessage.store ?? '-'],
  ['loop p99', (run) => run.loopDelayMs.p99],
  ['heap MB', (run) => run.memoryMb.heap],
  [
    'refused',
    (run) =>
      Object.entries(run.refused)
        .map(([code, count]) => `${code} ${count}`)
        .join(', ') || 0,
  ],
];

export function tableOf(runs) {
  const rows = [columns.map(([name]) => name), ...runs.map((run) => columns.map(([, value]) => String(value(run))))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) => row.map((cell, at) => cell.padStart(widths[at])).join('  ')).join('\n');
}

const QUIET_SHARE = 0.15;

/** The figures of the quiet ones of many short stretches: a shared machine is never quiet for long. */
export function quietest(slices) {
  if (slices.length === 0) return null;
  const at = (values, share) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
  const cost = (key) =>
    at(
      slices.map((slice) => slice.cpuMicrosPerMessage[key] ?? 0),
      QUIET_SHARE,
    );
  return {
    slices: slices.length,
    ackedPerSecond: at(
      slices.map((slice) => slice.ackedPerSecond),
      1 - QUIET_SHARE,
    ),
    cpuMicrosPerMessage: { actors: cost('actors'), store: cost('store'), all: cost('all') },
  };
}

export const quietLine = ({ slices, ackedPerSecond, cpuMicrosPerMessage: { actors, store, all } }) =>
  `quiet ones of ${slices} half seconds: ${ackedPerSecond} acked/s, µs actors ${actors}, store ${store}, all ${all}`;
