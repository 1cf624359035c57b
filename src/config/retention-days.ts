/** `RETENTION_DAYS`: other spans for documents that are kept for a time. */
import { type Bounds, type NamedNumbers, namedNumbers } from './named-numbers.js';

export type RetentionName = 'reports' | 'entry_visits' | 'impressions';
export type RetentionDays = NamedNumbers<RetentionName>;

/** Days. Operators decide on settled reports for a month at least; the panel shows impressions of 30 days. */
export const retentionBounds: Bounds<RetentionName> = {
  reports: [30, 3_650],
  entry_visits: [30, 3_650],
  impressions: [31, 3_650],
};

export const retentionDaysSetting = namedNumbers(retentionBounds, 'reports=90,impressions=60');
