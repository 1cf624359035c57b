import type { Report } from '../api-types.js';
import { call } from '../app/api.js';

export type Reported = Pick<Report, 'kind' | 'id'>;

/** Tells the operators that something is wrong. Throws the refusal: the form shows it. */
export const sendReport = ({ kind, id }: Reported, reason: string, text: string): Promise<unknown> =>
  call('POST /api/reports', { body: { kind, id, reason, ...(text && { text }) } });
