import { authorized } from '../net/api.js';

export type ReportKind = 'entry' | 'message' | 'account' | 'room' | 'sponsored';

export interface Reported {
  kind: ReportKind;
  id: string | number;
}

/** Tells the operators that something is wrong. Throws the refusal: the form shows it. */
export const sendReport = ({ kind, id }: Reported, reason: string, text: string): Promise<unknown> =>
  authorized('POST', '/reports', { kind, id, reason, ...(text && { text }) });
