/** Codes of detected problems. docs/operating.md explains each; the bounds are those of its alarms. */

import type { NodeNow } from './node-status.js';
import { sumOf } from './quantiles.js';
import type { Sample } from './sample.js';
import { quantilesOf } from './time-series.js';

export const findingCodes = [
  'node_silent',
  'node_lost',
  'slots_unowned',
  'views_differ',
  'store_unreachable',
  'cache_unreachable',
  'unavailable',
  'overloaded',
  'loop_slow',
  'commits_slow',
  'acks_slow',
  'mailbox_long',
  'cpu_high',
  'store_slow',
  'limits_hit',
  'internal_errors',
  'pushes_waiting',
  'mails_waiting',
  'files_waiting',
] as const;

export type FindingCode = (typeof findingCodes)[number];

export interface Finding {
  code: FindingCode;
  /** `bad`: people notice it. `watch`: they soon will, or it is a cause of another finding. */
  level: 'bad' | 'watch';
  /** Null if the finding concerns no single node. */
  node: string | null;
  value: number | null;
  /** The anchor of its heading in docs/operating.md. */
  read: string;
}

export interface HealthInput {
  nodes: readonly NodeNow[];
  /** Slots without a live owner; 0 without a cluster. */
  unowned: number;
  /** The last minute of all nodes, oldest first. */
  minute: readonly Sample[];
  codes: Readonly<Record<string, number>>;
  /** Bounds of the latency histograms, in seconds. */
  bounds: readonly number[];
}

const FAILS = 'when-a-part-fails';
const ALARMS = 'alarms';
const MAIL = 'mail-and-logins-of-v1';

/** The most severe first. */
export function healthFindings(input: HealthInput): Finding[] {
  const found = [...ofNodes(input), ...ofSpeed(input), ...ofAnswers(input), ...ofQueues(input)];
  return found.sort((one, other) => Number(other.level === 'bad') - Number(one.level === 'bad'));
}

const finding = (
  code: FindingCode,
  level: Finding['level'],
  read: string,
  { node = null, value = null }: { node?: string | null; value?: number | null } = {},
): Finding => ({ code, level, node, value, read });

function ofNodes({ nodes, unowned }: HealthInput): Finding[] {
  const found = nodes.flatMap(({ name: node, status, store, cache }): Finding[] => [
    ...(status === 'silent' ? [finding('node_silent', 'bad', FAILS, { node })] : []),
    ...(status === 'lost' ? [finding('node_lost', 'watch', FAILS, { node })] : []),
    ...(store === 'failed' ? [finding('store_unreachable', 'bad', FAILS, { node })] : []),
    ...(cache === 'failed' ? [finding('cache_unreachable', 'bad', FAILS, { node })] : []),
  ]);
  const views = new Set(nodes.flatMap(({ sees }) => (sees === null ? [] : [sees])));
  if (unowned > 0) found.push(finding('slots_unowned', 'bad', ALARMS, { value: unowned }));
  if (views.size > 1) found.push(finding('views_differ', 'watch', ALARMS, { value: views.size }));
  return found;
}

const LOOP = { bad: 500, watch: 100 };
const CORES_MAX = 0.9;
const COMMIT_MS = 1_000;
const ACK_MS = 1_000;
const STORE_MS = 250;
const MAILBOX_MAX = 256;

function ofSpeed({ nodes, minute, bounds }: HealthInput): Finding[] {
  const found: Finding[] = [];
  for (const { name: node, minute: own } of nodes) {
    const loop = most(own.map(({ worsts }) => worsts.loop_p99_ms));
    const cpu = average(own.map(({ levels }) => levels.cpu));
    if (loop > LOOP.watch)
      found.push(finding('loop_slow', loop > LOOP.bad ? 'bad' : 'watch', ALARMS, { node, value: loop }));
    if (cpu > CORES_MAX) found.push(finding('cpu_high', 'watch', ALARMS, { node, value: cpu }));
  }
  const ack = minute.reduce((all: number[], one) => sumOf(all, one.ack), []);
  const commit = minute.reduce((all: number[], one) => sumOf(all, one.commit), []);
  const { ack_p99_ms: acked, commit_p99_ms: committed } = quantilesOf(ack, commit, bounds);
  const store = most(minute.map(({ worsts }) => worsts.store_ms));
  const deepest = most(minute.map(({ worsts }) => worsts.deepest));
  if ((committed ?? 0) > COMMIT_MS) found.push(finding('commits_slow', 'bad', ALARMS, { value: committed }));
  if ((acked ?? 0) > ACK_MS) found.push(finding('acks_slow', 'bad', ALARMS, { value: acked }));
  if (store > STORE_MS) found.push(finding('store_slow', 'watch', FAILS, { value: store }));
  if (deepest > MAILBOX_MAX) found.push(finding('mailbox_long', 'watch', ALARMS, { value: deepest }));
  return found;
}

const UNAVAILABLE_A_MINUTE = 60;
const LIMITS_A_MINUTE = 100;

function ofAnswers({ codes, minute }: HealthInput): Finding[] {
  const { unavailable = 0, overloaded = 0, internal_error = 0, internal = 0 } = codes;
  const limited = minute.reduce((sum, { counts }) => sum + counts.limited, 0);
  const broken = internal_error + internal;
  return [
    ...(unavailable > UNAVAILABLE_A_MINUTE ? [finding('unavailable', 'bad', ALARMS, { value: unavailable })] : []),
    ...(overloaded > 0 ? [finding('overloaded', 'bad', ALARMS, { value: overloaded })] : []),
    ...(broken > 0 ? [finding('internal_errors', 'watch', 'looking-closer', { value: broken })] : []),
    ...(limited > LIMITS_A_MINUTE ? [finding('limits_hit', 'watch', ALARMS, { value: limited })] : []),
  ];
}

const PUSHES_MAX = 1_000;
const MAILS_MAX = 100;
const FILES_MAX = 1_000;

function ofQueues({ minute }: HealthInput): Finding[] {
  const of = (name: 'pushes_waiting' | 'mails_waiting' | 'files_waiting') =>
    most(minute.map(({ worsts }) => worsts[name]));
  const waiting = [
    ['pushes_waiting', of('pushes_waiting'), PUSHES_MAX, 'metrics'],
    ['mails_waiting', of('mails_waiting'), MAILS_MAX, MAIL],
    ['files_waiting', of('files_waiting'), FILES_MAX, FAILS],
  ] as const;
  return waiting.flatMap(([code, value, max, read]) => (value >= max ? [finding(code, 'watch', read, { value })] : []));
}

const most = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));
const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
