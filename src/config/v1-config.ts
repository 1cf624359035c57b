/** The second interface, and the mails it sends. */
import { join } from 'node:path';
import type { Given } from './settings.js';

export interface V1Config {
  /** Browser origins that may use it with cookies and be returned to; null = this service's own. */
  readonly allowedOrigins: readonly string[] | null;
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** How long the code of a login by redirect can be exchanged. */
  readonly codeTtlS: number;
  /** How long after its use a refresh token may come again without being taken for stolen. */
  readonly replayWindowS: number;
}

export type MailConfig =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  /** Outside production: files to look at. Absolute path. */
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

/** Allowed are the origins of the settings, or where none is set the one that people reach this service at. */
export function v1Origins({ v1, http }: { v1: V1Config; http: { publicUrl: string } }): readonly string[] {
  return v1.allowedOrigins ?? [new URL(http.publicUrl).origin];
}
