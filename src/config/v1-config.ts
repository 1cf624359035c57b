/** The interface `/v1`, and its mails. */
import { join } from 'node:path';
import type { Given } from './settings.js';

export interface V1Config {
  /** Browser origins that may use it with cookies and receive redirect logins; null = this service's own. */
  readonly allowedOrigins: readonly string[] | null;
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** The lifetime of the code of a redirect login. */
  readonly codeTtlS: number;
  /** How long a used refresh token may be repeated without counting as stolen. */
  readonly replayWindowS: number;
}

export type MailConfig =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  /** Outside production: mails as files. Absolute path. */
  | { readonly kind: 'outbox'; readonly dir: string; readonly from: string }
  | { readonly kind: 'none' };

const LOCAL_SENDER = 'no-reply@localhost';

export function buildV1(given: Given): V1Config {
  return {
    allowedOrigins: given.V1_ALLOWED_ORIGINS ?? null,
    accessTokenTtlS: given.V1_ACCESS_TOKEN_TTL_S ?? 900,
    refreshTokenTtlS: given.V1_REFRESH_TOKEN_TTL_S ?? 2_592_000,
    codeTtlS: given.V1_CODE_TTL_S ?? 60,
    replayWindowS: given.V1_REPLAY_WINDOW_S ?? 15,
  };
}

export function buildMail({ SMTP_URL: url, MAIL_FROM, NODE_ENV }: Given, dataDir: string): MailConfig {
  const from = MAIL_FROM ?? LOCAL_SENDER;
  if (url) return { kind: 'smtp', url, from };
  return NODE_ENV === 'production' ? { kind: 'none' } : { kind: 'outbox', dir: join(dataDir, 'outbox'), from };
}

/** The origins of the settings; if none are set, that of PUBLIC_URL. */
export function v1Origins({ v1, http }: { v1: V1Config; http: { publicUrl: string } }): readonly string[] {
  return v1.allowedOrigins ?? [new URL(http.publicUrl).origin];
}
