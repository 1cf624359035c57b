/** The live metrics of the service, under the names of the live page. */
import type { Answer } from '#sdk/rest.js';

export type Live = Answer<'GET /api/console/live'>;
export type TimeSeries = Live['series'];
export type Column = Exclude<keyof TimeSeries, 'at'>;
export type Values = TimeSeries[Column];
export type LiveNode = Live['nodes'][number];
export type NodeStatus = LiveNode['status'];
export type Finding = Live['findings'][number];
export type LiveRoom = Live['rooms'][number];

/** Counters of a step, which are summed. Every other column is a gauge or a latency. */
export const countColumns = [
  'messages',
  'deliveries',
  'commits',
  'operations',
  'rest',
  'v1',
  'refused',
  'limited',
  'failed',
  'loads',
  'evictions',
  'slots_gained',
  'link_messages',
  'pushes_sent',
  'mails_sent',
] as const satisfies readonly Column[];
export type CountColumn = (typeof countColumns)[number];
export type LevelColumn = Exclude<Column, CountColumn>;
