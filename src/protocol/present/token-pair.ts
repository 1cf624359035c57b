/** A token pair with its expiry in ms since epoch. */
export interface TokenPair {
  access: { token: string; expiresAt: number };
  refresh: { token: string; expiresAt: number };
}

export function presentTokenPair({ access, refresh }: TokenPair, now: number) {
  return {
    access_token: access.token,
    refresh_token: refresh.token,
    token_type: 'Bearer',
    expires_in: secondsUntil(access.expiresAt, now),
    refresh_expires_in: secondsUntil(refresh.expiresAt, now),
  };
}

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1_000));
