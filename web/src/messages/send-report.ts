import type { Report } from '../api-types.js';
import { call } from '../app/api.js';

export type Reported = Pick<Report, 'kind' | 'id'>;

/** Sends a report to the operators. Throws the refusal: the form shows it. */
export const sendReport = ({ kind, id }: Reported, reason: string, text: string): Promise<unknown> =>
  call('POST /api/reports', { body: { kind, id, reason, ...(text && { text }) } });
