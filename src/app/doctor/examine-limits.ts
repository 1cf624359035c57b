/** Limits that differ from the usual ones: an operator who looks for the cause of a refusal finds them here. */
import type { Config } from '#src/config/config-shape.js';
import { type Examination, type Finding, ok, warning } from './finding.js';

type Limits = Pick<Config, 'sizeLimits' | 'retentionDays' | 'rateLimits'>;

export const hasOwnLimits = ({ sizeLimits, retentionDays, rateLimits }: Limits): boolean =>
  !rateLimits || Object.keys(sizeLimits).length > 0 || Object.keys(retentionDays).length > 0;

/** The page counts the bytes that are left of 16 KB. */
const SHORT_MESSAGE_BYTES = 1_024;

export function examineLimits({ sizeLimits, retentionDays, rateLimits }: Limits): Examination {
  const findings: Finding[] = [];
  const sizes = Object.entries(sizeLimits).map(([name, bytes]) => `${name} ${bytes} bytes`);
  const spans = Object.entries(retentionDays).map(([name, days]) => `${name} ${days} days`);
  if (!rateLimits) findings.push(warning('RATE_LIMITS=off: one client can make the service unusable for all others'));
  if (sizes.length > 0) findings.push(ok(`SIZE_LIMITS allows at most ${sizes.join(', ')}`));
  if (sizeLimits.message !== undefined && sizeLimits.message < SHORT_MESSAGE_BYTES) {
    findings.push(
      warning(`messages of more than ${sizeLimits.message} bytes are refused: people lose longer texts to an error`),
    );
  }
  if (spans.length > 0) findings.push(ok(`RETENTION_DAYS keeps ${spans.join(', ')}`));
  return { findings };
}
