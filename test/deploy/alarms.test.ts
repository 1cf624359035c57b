/** Each alarm fires in its planted case, and stays quiet beside it. `promtool test rules` reads the same cases. */
import { readFileSync } from 'node:fs';
import { evaluate, readSeries } from './promql.js';

const read = (path: string) => readFileSync(`deploy/prometheus/${path}`, 'utf8');

interface Firing {
  exp_labels: Record<string, string>;
  exp_annotations: Record<string, string>;
}

interface Case {
  name: string;
  interval: string;
  input_series: { series: string; values: string }[];
  alert_rule_test: { eval_time: string; alertname: string; exp_alerts: Firing[] }[];
}

interface Rule {
  expression: string;
  forS: number;
  severity: string;
  annotations: Record<string, string>;
}

const seconds = (text: string): number =>
  [...text.matchAll(/(\d+)([hms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as 'h'], 0);
const UNITS = { h: 3_600, m: 60, s: 1 };

const rules = new Map(
  read('rules.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((block) => [block.split('\n')[0] as string, ruleIn(block)] as const),
);

function ruleIn(block: string): Rule {
  const field = (name: string) => new RegExp(`^ +${name}: "?(.+?)"?$`, 'm').exec(block)?.[1] ?? '';
  const annotations = { summary: field('summary'), runbook: field('runbook') };
  const [, severity = ''] = /severity: (\w+)/.exec(block) ?? [];
  return { expression: field('expr'), forS: seconds(field('for')), severity, annotations };
}

const { tests, evaluation_interval: interval } = JSON.parse(read('rules.test.json')) as {
  tests: Case[];
  evaluation_interval: string;
};

/** What fires at this time, when the rule has been evaluated at every interval since the beginning. */
function firing(
  { expression, forS, severity, annotations }: Rule,
  { input_series, interval: scrape }: Case,
  atS: number,
) {
  const series = input_series.map((one) => readSeries(one.series, one.values));
  let since = new Map<string, { labels: Record<string, string>; fromS: number }>();
  for (let now = 0; now <= atS; now += seconds(interval)) {
    const samples = evaluate(expression, { series, intervalS: seconds(scrape), atS: now });
    const active = samples.map(({ labels }) => [JSON.stringify(labels), labels] as const);
    since = new Map(active.map(([key, labels]) => [key, since.get(key) ?? { labels, fromS: now }]));
  }
  return [...since.values()]
    .filter(({ fromS }) => atS - fromS >= forS)
    .map(({ labels }) => ({
      exp_labels: { severity, ...labels },
      exp_annotations: Object.fromEntries(
        Object.entries(annotations).map(([name, text]) => [
          name,
          text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => labels[label] ?? ''),
        ]),
      ),
    }));
}

describe('an alarm', () => {
  it('has a case in which it fires, and one in which it does not', () => {
    const expectations = (isFiring: boolean) =>
      tests.flatMap(({ alert_rule_test }) =>
        alert_rule_test
          .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
          .map(({ alertname }) => alertname),
      );
    expect(rules.size).toBeGreaterThan(14);
    for (const isFiring of [true, false]) expect(new Set(expectations(isFiring))).toEqual(new Set(rules.keys()));
  });

  it.each(tests.map((one) => [one.name, one] as const))('%s', (_, one) => {
    for (const { eval_time, alertname, exp_alerts } of one.alert_rule_test) {
      const fired = firing(rules.get(alertname) as Rule, one, seconds(eval_time));
      expect([eval_time, fired]).toEqual([eval_time, exp_alerts]);
    }
  });
});
