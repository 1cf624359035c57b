/** The session of the client: a pair of tokens that is refreshed before it expires, once for all concurrent callers. */
import { isPassing, isRefusal, MeydanError } from './errors.js';
import { randomId } from './random-id.js';
import type { Rest } from './rest.js';
import type { Session, SessionStore } from './storage.js';
import type { TokenPair } from './wire.js';

const MARGIN_MS = 15_000;
/** Codes that end the session. */
const overCodes = ['invalid_refresh_token', 'session_revoked', 'unauthorized'] as const;

export const isOver = (error: unknown): boolean => isRefusal(error, 'not_logged_in', ...overCodes);

/** A session of a bot. */
export const isForever = ({ refresh }: Session): boolean => refresh === '';

export class Sessions {
  readonly #rest: Rest;
  readonly #store: SessionStore;
  #refreshing: Promise<Session> | null = null;
  /** The session has ended: a new login is needed. */
  onEnd: () => void = () => undefined;
  /** Another program that shares the storage has logged in, logged out or refreshed the tokens. */
  onShared: (session: Session | null) => void = () => undefined;
  readonly #stopWatching: (() => void) | undefined;

  constructor(rest: Rest, store: SessionStore) {
    this.#rest = rest;
    this.#store = store;
    rest.tokenFor = (refused) => this.#tokenFor(refused);
    this.#stopWatching = store.watch?.((session) => this.onShared(session));
  }

  current = async (): Promise<Session | null> => this.#store.load();

  async begin(accountId: string, pair: TokenPair): Promise<Session> {
    const lifetimeMs = pair.expires_in * 1000;
    const session: Session = {
      accountId,
      access: pair.access_token,
      refresh: pair.refresh_token,
      expiresAt: Date.now() + lifetimeMs,
      lifetimeMs,
      key: randomId(),
    };
    await this.#store.save(session);
    return session;
  }

  /** The token of a bot: it does not expire, and nothing refreshes it. */
  async beginForever(accountId: string, token: string): Promise<void> {
    const [expiresAt, lifetimeMs] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    await this.#store.save({ accountId, access: token, refresh: '', expiresAt, lifetimeMs, key: randomId() });
  }

  close(): void {
    this.#stopWatching?.();
  }

  async end(): Promise<void> {
    await this.#store.save(null);
    this.onEnd();
  }

  /** The session with a token that does not expire soon. */
  async fresh(): Promise<Session> {
    const session = await this.current();
    if (!session) throw new MeydanError('not_logged_in', 'There is no session: log in first.');
    const leftMs = session.expiresAt - Date.now();
    // For short lifetimes the margin is a part of the lifetime; otherwise every request would refresh.
    if (leftMs > Math.min(MARGIN_MS, session.lifetimeMs / 4)) return session;
    return this.refresh(session).catch((error: unknown) => {
      if (isPassing(error) && session.expiresAt > Date.now()) return session;
      throw error;
    });
  }

  refresh(used: Session): Promise<Session> {
    this.#refreshing ??= this.#inTurn(() => this.#refresh(used)).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  #inTurn<T>(turn: () => Promise<T>): Promise<T> {
    return this.#store.alone ? this.#store.alone(turn) : turn();
  }

  /** Another tab, or an earlier call, may already have refreshed the tokens. */
  async #refresh(used: Session): Promise<Session> {
    const held = await this.#held();
    if (held.refresh !== used.refresh) return held;
    if (isForever(held)) {
      await this.end();
      throw new MeydanError('not_logged_in', 'The token of the bot is refused.');
    }
    try {
      const pair = await this.#nextPair(held);
      // A session that has ended during the request stays ended, and its tokens replace no other login.
      return (await this.#isHeld(held)) ? await this.begin(held.accountId, pair) : await this.#held();
    } catch (error) {
      if (isRefusal(error, ...overCodes) && (await this.#isHeld(held))) await this.end();
      throw error;
    }
  }

  async #held(): Promise<Session> {
    const held = await this.current();
    if (!held) throw new MeydanError('not_logged_in', 'The session is over.');
    return held;
  }

  #isHeld = async ({ refresh }: Session): Promise<boolean> => (await this.current())?.refresh === refresh;

  /** After a lost response, a retry with the same key returns the same pair; without it the session would be lost. */
  #nextPair({ refresh, key }: Session): Promise<TokenPair> {
    const request = { body: { refresh_token: refresh }, token: null, key };
    return this.#rest.request('POST /api/auth/refresh', request);
  }

  async #tokenFor(refused?: string): Promise<string | null> {
    const session = await this.current();
    if (!session) return null;
    const isRefused = session.access === refused;
    return (isRefused ? await this.refresh(session) : await this.fresh()).access;
  }
}
