/**
 * Caches a credential that is expensive to make: concurrent callers share one request, and it is renewed after its
 * lifetime or on demand.
 */
export interface KeptToken {
  get(): Promise<string>;
  /** The service has refused the token. Another caller may have replaced it already. */
  drop(token: string): void;
}

export interface Made {
  token: string;
  /** ms since epoch of its renewal. */
  until: number;
}

export function keepToken(make: () => Promise<Made>, now: () => number): KeptToken {
  let kept: Made | null = null;
  let making: Promise<Made> | null = null;
  return {
    async get() {
      if (kept && now() < kept.until) return kept.token;
      making ??= make().finally(() => {
        making = null;
      });
      kept = await making;
      return kept.token;
    },
    drop(token) {
      if (kept?.token === token) kept = null;
    },
  };
}
