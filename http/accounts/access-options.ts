import type { Session } from '#actors/user/commands.js';
import type { AccessOptions } from '#src/adapters/credentials/tokens.js';

/** Derived from the session, so that a repetition gives the same token. It does not outlive the session's own end. */
export const accessOptions = (session: Session, sessionMaxAgeS: number): AccessOptions => ({
  issuedAt: session.rotatedAt,
  notAfter: session.createdAt + sessionMaxAgeS * 1_000,
  scope: session.panel === undefined ? 'app' : 'panel',
});
