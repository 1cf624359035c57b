import { randomUUID } from 'node:crypto';
import { createTokens } from '#src/adapters/credentials/tokens.js';
import { fc } from '../support/seeds/fast-check.js';

const OLD = 'an old secret that is long enough for it';
const NEW = 'a new secret that is long enough as well';
const NOW = 1_700_000_000_000;

function tokensAt(now: { ms: number }, secrets: readonly [string, ...string[]] = [OLD]) {
  return createTokens({ secrets, accessTtlS: 3_600, refreshTtlS: 7_776_000, env: { now: () => now.ms } });
}

describe('an access token', () => {
  const [account, session] = [randomUUID(), randomUUID()];

  it('says whose it is for an hour, and then that it has expired, to the millisecond', () => {
    const now = { ms: NOW };
    const tokens = tokensAt(now);
    const { token, expiresAt } = tokens.issueAccess(account, session);
    expect(expiresAt).toBe(NOW + 3_600_000);
    now.ms = expiresAt - 1;
    expect(tokens.verifyAccess(token)).toEqual({
      ok: true,
      accountId: account,
      sessionId: session,
      scope: 'app',
      expiresAt,
    });
    now.ms = expiresAt;
    expect(tokens.verifyAccess(token)).toEqual({ ok: false, code: 'token_expired' });
  });

  it('is opaque', () => {
    const { token } = tokensAt({ ms: NOW }).issueAccess(account, session);
    expect(token).toMatch(/^[A-Za-z0-9_-]{96}$/);
    expect(token).not.toContain(account.slice(0, 8));
  });

  it('is worth nothing when any bit of it was changed, expired or not', () => {
    const tokens = tokensAt({ ms: NOW });
    const bytes = Buffer.from(tokens.issueAccess(account, session).token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(tokens.verifyAccess(changed.toString('base64url'))).toEqual({ ok: false, code: 'unauthorized' });
    }
  });

  it('is one spelling only', () => {
    const tokens = tokensAt({ ms: NOW });
    const { token } = tokens.issueAccess(account, session);
    for (const other of [
      `${token}=`,
      `${token} `,
      token.slice(1),
      `${token}A`,
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(tokens.verifyAccess(other)).toEqual({ ok: false, code: 'unauthorized' });
    }
  });

  it('is nothing that somebody made up', () => {
    const tokens = tokensAt({ ms: NOW });
    const forged = [
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
      Buffer.alloc(72).toString('base64url'),
      tokens.newRefresh(session).token,
    ];
    for (const token of forged) expect(tokens.verifyAccess(token).ok).toBe(false);
    fc.assert(fc.property(fc.string(), (token) => tokens.verifyAccess(token).ok === false));
  });

  it('outlives a change of SECRET while the old one is listed, and not longer', () => {
    const now = { ms: NOW };
    const { token } = tokensAt(now, [OLD]).issueAccess(account, session);
    expect(tokensAt(now, [NEW, OLD]).verifyAccess(token)).toMatchObject({ ok: true });
    expect(tokensAt(now, [NEW]).verifyAccess(token)).toEqual({ ok: false, code: 'unauthorized' });
    const newer = tokensAt(now, [NEW, OLD]).issueAccess(account, session).token;
    expect(tokensAt(now, [NEW]).verifyAccess(newer)).toMatchObject({ ok: true });
  });
});

describe('a refresh token', () => {
  const session = randomUUID();

  it('names its session, and only its hash is kept', () => {
    const tokens = tokensAt({ ms: NOW });
    const { token, hash, expiresAt } = tokens.newRefresh(session);
    expect(tokens.readRefresh(token)).toEqual({ sessionId: session, hash, isGenuine: true });
    expect(hash).not.toContain(token.slice(-20));
    expect(expiresAt).toBe(NOW + 7_776_000_000);
  });

  it('is never the same twice, but for the same token with the same key', () => {
    const tokens = tokensAt({ ms: NOW });
    const usedToken = tokens.newRefresh(session).token;
    const again = () => tokens.newRefresh(session, { usedToken, key: 'k1' }).token;
    expect(again()).toBe(again());
    const others = [
      tokens.newRefresh(session).token,
      tokens.newRefresh(session, { usedToken, key: 'k2' }).token,
      tokens.newRefresh(session, { usedToken: tokens.newRefresh(session).token, key: 'k1' }).token,
      tokensAt({ ms: NOW }, [NEW]).newRefresh(session, { usedToken, key: 'k1' }).token,
    ];
    expect(new Set([again(), usedToken, ...others]).size).toBe(6);
  });

  it('that is changed in any byte is not ours any more, and neither is one of another key', () => {
    const tokens = tokensAt({ ms: NOW });
    const bytes = Buffer.from(tokens.newRefresh(session).token, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(tokens.readRefresh(changed.toString('base64url'))?.isGenuine).toBe(false);
    }
    expect(tokensAt({ ms: NOW }, [NEW]).readRefresh(bytes.toString('base64url'))?.isGenuine).toBe(false);
  });

  it('of an earlier version names its session too', () => {
    const earlier = Buffer.concat([Buffer.from(session.replaceAll('-', ''), 'hex'), Buffer.alloc(32, 7)]);
    const read = tokensAt({ ms: NOW }).readRefresh(earlier.toString('base64url'));
    expect(read).toEqual({ sessionId: session, hash: expect.any(String), isGenuine: false });
  });

  it('is nothing that does not look like one', () => {
    const tokens = tokensAt({ ms: NOW });
    const { token } = tokens.newRefresh(session);
    for (const other of ['', `${token}=`, token.slice(1), `${token}AAAA`, '!'.repeat(64)])
      expect(tokens.readRefresh(other)).toBeNull();
  });
});
