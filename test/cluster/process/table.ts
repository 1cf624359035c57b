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
  process.stderr.write(`${[...head, ...lines].join('\n')}\n`);
}
