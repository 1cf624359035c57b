import type { Cost } from '../history/figures.js';

/** As kept in README.md. */
export function print(costs: readonly Cost[]): void {
  const lines = costs.map(({ name, seconds, acknowledged, pauseMs, failed, p50Ms, p99Ms }) => {
    const cells = [
      name,
      seconds.toFixed(1),
      acknowledged,
      Math.round(pauseMs),
      failed,
      Math.round(p50Ms),
      Math.round(p99Ms),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = [
    '| Disturbance | s | acknowledged | longest pause, ms | failed calls | p50, ms | p99, ms |',
    '|---|---|---|---|---|---|---|',
  ];
  const failures = costs
    .filter(({ failed }) => failed > 0)
    .map((cost) => `${cost.name}: ${JSON.stringify(cost.failures)}`);
  process.stderr.write(`${[...head, ...lines, ...failures].join('\n')}\n`);
}
