import type { SessionId } from '#src/domain/accounts/account.js';

/** The fields of a session that its owner sees. */
export interface ShownSession {
  _id: SessionId;
  platform: string | null;
  deviceModel?: string | null;
  appVersion?: string | null;
  createdAt: number;
  lastUsedAt: number;
}

export const presentSession = (session: ShownSession, current: SessionId) => ({
  ...presentSessionOfAccount(session),
  current: session._id === current,
});

export const presentSessionOfAccount = (session: ShownSession) => ({
  id: session._id,
  platform: session.platform,
  device_model: session.deviceModel ?? null,
  app_version: session.appVersion ?? null,
  created_at: new Date(session.createdAt).toISOString(),
  last_used_at: session.lastUsedAt,
});
