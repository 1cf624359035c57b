/** Accounts and reports for operators. */
import type { Account } from '#src/domain/accounts/account.js';
import type { Report } from '#src/domain/accounts/report.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import type { V1Account, V1Session } from '#src/domain/v1/v1-account.js';
import { presentFollows } from './person-card.js';

export const presentConsoleAccount = (account: Account, tally: Omit<Tally, '_id'>, now: number) => ({
  id: account._id,
  username: account.username,
  developer: account.developer,
  premium: account.premium,
  stars: tally.stars,
  follows: presentFollows(tally),
  created_at: new Date(account.createdAt).toISOString(),
  suspension: isSuspended(account, now) ? presentSuspension(account) : null,
});

export const presentSuspension = ({ suspension }: Pick<Account, 'suspension'>) =>
  suspension
    ? {
        until: suspension.until === null ? null : new Date(suspension.until).toISOString(),
        reason: suspension.reason,
        public_reason: suspension.publicReason ?? null,
        at: new Date(suspension.at).toISOString(),
      }
    : null;

export const presentReport = (report: Report) => ({
  id: report._id,
  kind: report.kind,
  target: report.target,
  reported_by: report.by,
  reason: report.reason,
  text: report.text,
  content: report.content,
  status: report.status,
  decision: report.decision ?? null,
  note: report.note ?? null,
  created_at: new Date(report.at).toISOString(),
  settled_at: report.settledAt === undefined ? null : new Date(report.settledAt).toISOString(),
});

export const presentV1Account = (account: V1Account, sessions: readonly V1Session[], now: number) => ({
  id: account.account,
  email: account.email,
  verified_at: account.verifiedAt === null ? null : new Date(account.verifiedAt).toISOString(),
  created_at: new Date(account.createdAt).toISOString(),
  suspension: isSuspended(account, now) ? presentSuspension(account) : null,
  open_sessions: sessions.filter(({ closedAt, expiresAt }) => closedAt === undefined && now < expiresAt).length,
});
