/** A credential that is made rarely and used often: made once for all who wait, kept for its time, made anew on demand. */
export interface KeptToken {
  get(): Promise<string>;
  /** The service does not take it any more. Somebody else may have replaced it already. */
  drop(token: string): void;
}

export interface Made {
  token: string;
  /** ms since epoch at which a new one is made. */
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
