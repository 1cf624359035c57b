/** The charts of the live page, in order, each with its lines. */

import type { CountColumn, LevelColumn, Live, TimeSeries, Values } from './columns.js';
import type { LiveTexts } from './live-en.js';
import { rates } from './time-series.js';
import type { Unit } from './units.js';

export interface Card {
  id: keyof LiveTexts['cards'];
  unit: Unit;
  least: number;
  lines: { name: string; values: Values }[];
}

export type GroupId = 'traffic' | 'delays' | 'trouble' | 'inside' | 'machines';

type Make = (live: Live, text: LiveTexts) => Card['lines'];

const counted =
  (...names: CountColumn[]): Make =>
  ({ series, step_ms }, text) =>
    names.map((name) => ({ name: text.lines[name], values: rates(series, name, step_ms) }));

const standing =
  (...names: LevelColumn[]): Make =>
  ({ series }, text) =>
    names.map((name) => ({ name: text.lines[name], values: series[name] }));

/** One line for each live node. */
const byNode =
  (name: LevelColumn): Make =>
  ({ nodes, series }) =>
    nodes
      .filter(({ series: own }) => own.at.length > 0)
      .map((node) => ({ name: node.name, values: alongside(series, node.series, name) }));

/** Aligns a node's values to the common time axis. A node may have started later or missed steps. */
function alongside(all: TimeSeries, own: TimeSeries, name: LevelColumn): Values {
  const values = new Map(own.at.map((at, n) => [at, own[name][n] ?? null]));
  return all.at.map((at) => values.get(at) ?? null);
}

const plans: Record<GroupId, [id: Card['id'], unit: Unit, least: number, make: Make][]> = {
  traffic: [
    ['messages', 'rate', 1, counted('messages')],
    ['deliveries', 'rate', 1, counted('deliveries')],
    ['requests', 'rate', 1, counted('rest', 'v1', 'operations')],
    ['commits', 'rate', 1, counted('commits')],
  ],
  delays: [
    ['ack', 'ms', 20, standing('ack_p50_ms', 'ack_p95_ms', 'ack_p99_ms')],
    ['commit', 'ms', 20, standing('commit_p50_ms', 'commit_p99_ms')],
    ['loop', 'ms', 20, byNode('loop_p99_ms')],
    ['trips', 'ms', 20, standing('store_ms', 'cache_ms')],
  ],
  trouble: [
    ['errors', 'rate', 1, counted('failed', 'limited', 'refused')],
    ['queues', 'count', 10, standing('pushes_waiting', 'mails_waiting', 'files_waiting')],
    ['mailboxes', 'count', 10, standing('waiting', 'deepest')],
  ],
  inside: [
    ['connections', 'count', 10, byNode('connections')],
    ['actors', 'count', 10, standing('rooms', 'users', 'others')],
    ['turnover', 'rate', 1, counted('loads', 'evictions')],
    ['slots', 'rate', 1, counted('slots_gained')],
  ],
  machines: [
    ['cpu', 'cores', 1, byNode('cpu')],
    ['memory', 'mb', 200, byNode('memory_mb')],
    ['link', 'rate', 1, counted('link_messages')],
  ],
};

export const groups = Object.keys(plans) as GroupId[];

/** A single node has no traffic between nodes, so these charts are left out. */
const amongNodes: readonly Card['id'][] = ['slots', 'link'];

export const cardsOf = (group: GroupId, live: Live, text: LiveTexts): Card[] =>
  plans[group]
    .filter(([id]) => live.nodes[0]?.cache !== 'off' || !amongNodes.includes(id))
    .map(([id, unit, least, make]) => ({ id, unit, least, lines: make(live, text) }));
