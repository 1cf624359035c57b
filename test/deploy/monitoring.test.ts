/** The alarms and the dashboard that operators install: every metric in them exists, and no alarm of the page is missing. */
import { readFileSync } from 'node:fs';
import { createMetrics } from '#src/observability/metrics.js';

const read = (path: string) => readFileSync(path, 'utf8');
const metrics = createMetrics();
afterAll(() => metrics.close());

const known = new Map(metrics.definitions().map(({ name, labels }) => [name, labels]));
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\bmeydan_[a-z_]+/g)].map(([name]) =>
    known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
  );
/** `meydan_x{label="…"}`: the labels by which a query selects. */
const selectorsIn = (text: string) =>
  [...text.matchAll(/\b(meydan_[a-z_]+)\{([^}]*)\}/g)].flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/(\w+)=/g)].map(([, label = '']) => ({ name: name.replace(/_(bucket|sum|count)$/, ''), label })),
  );

const rules = read('deploy/prometheus/rules.yml');
const expressions = [...rules.matchAll(/^ {8}expr: (.+)$/gm)].map(([, expression = '']) => expression);

describe('the alarms of Prometheus', () => {
  it('ask for metrics and labels that exist', () => {
    expect(expressions.length).toBeGreaterThan(10);
    expect(namesIn(expressions.join('\n')).filter((name) => !known.has(name))).toEqual([]);
    const unknown = selectorsIn(expressions.join('\n')).filter(({ name, label }) => !known.get(name)?.includes(label));
    expect(unknown).toEqual([]);
  });

  it('are those that page the operator in docs/operating.md, each with its expression', () => {
    const [, table = ''] =
      /\| page the operator on call \| \|\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(read('docs/operating.md')) ?? [];
    const wanted = [...table.matchAll(/`([^`]+)`/g)]
      .map(([, code = '']) => code)
      .filter((code) => /[<>]|!=/.test(code));
    expect(wanted.length).toBeGreaterThan(7);
    expect(wanted.filter((expression) => !expressions.includes(expression))).toEqual([]);
  });

  it('have a severity, a sentence and a heading of the documents each', () => {
    const alerts = rules.split(/^ {6}- alert: /m).slice(1);
    expect(alerts).toHaveLength(expressions.length);
    for (const alert of alerts) {
      expect(alert).toMatch(/^ {8}labels: \{ ?severity: (page|ticket) ?\}$/m);
      expect(alert).toMatch(/^ {10}summary: \S/m);
      const [, page = '', anchor] = /^ {10}runbook: (\S+?\.md)(?:#(\S+))?$/m.exec(alert) ?? [];
      const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
      );
      if (anchor !== undefined) expect(headings).toContain(anchor);
    }
  });
});

describe('the dashboard of Grafana', () => {
  const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as {
    panels: { title: string; description: string; targets: { expr: string }[] }[];
  };

  it('has a panel for each metric that is not deprecated, and asks for metrics that exist', () => {
    const shown = metrics.definitions().filter(({ help }) => !/^(Deprecated|Former)/i.test(help));
    expect(panels.map(({ title }) => title).toSorted()).toEqual(shown.map(({ name }) => name).toSorted());
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    expect(namesIn(asked).filter((name) => !known.has(name))).toEqual([]);
  });
});
