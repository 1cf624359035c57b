/**
 * The Grafana dashboard of deploy/grafana/dashboard.json, from the metrics of the code: one panel for each. `npm run docs`
 * writes it; a test compares.
 */

const WIDTH = 12;
const HEIGHT = 8;

/** Panels whose usual query would not show what an operator looks for. */
const own = {
  meydan_build_info: 'count by (version, revision) (meydan_build_info)',
  meydan_event_loop_delay_seconds: 'meydan_event_loop_delay_seconds{quantile="0.99"}',
};

/** Deprecated metrics repeat others. */
const isShown = ({ help }) => !/^(Deprecated|Former)/i.test(help);

export function dashboard(metrics) {
  const panels = metrics.filter(isShown).map((metric, at) => ({
    id: at + 1,
    title: metric.name,
    description: metric.help,
    type: 'timeseries',
    datasource: { type: 'prometheus', uid: '$datasource' },
    gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit: unitOf(metric) }, overrides: [] },
    targets: [{ refId: 'A', expr: queryOf(metric), legendFormat: '__auto' }],
  }));
  const board = {
    title: 'Meydan',
    uid: 'meydan',
    schemaVersion: 39,
    tags: ['meydan'],
    refresh: '15s',
    time: { from: 'now-1h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

function queryOf({ name, type, labels }) {
  if (own[name]) return own[name];
  const by = (more) => [...labels.filter((label) => label !== 'status'), ...more].join(', ');
  if (type === 'counter') {
    const sum = labels.length === 0 ? 'sum' : `sum by (${by([])})`;
    return `${sum} (rate(${name}[5m]))`;
  }
  if (type === 'histogram') return `histogram_quantile(0.99, sum by (${by(['le'])}) (rate(${name}_bucket[5m])))`;
  return labels.length === 0 ? `sum by (instance) (${name})` : `sum by (${by(['instance'])}) (${name})`;
}

function unitOf({ name, type }) {
  if (name.endsWith('_seconds')) return 's';
  if (/_bytes(_total)?$/.test(name)) return type === 'counter' ? 'Bps' : 'bytes';
  return type === 'counter' ? 'cps' : 'short';
}
