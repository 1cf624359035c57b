import type { AccountId } from '#src/domain/accounts/account.js';
import { SOCKET_BYTES_PER_SECOND, SOCKET_FRAMES_PER_SECOND } from '#src/domain/limits.js';
import type { Env } from '../gateway-deps.js';
import { type EngineSocket, pauseReading } from '../transport/engine.js';

/**
 * Long polling, and a socket that is not reached into, cannot be paused: it is closed when its account is so many
 * seconds ahead.
 */
const UNPAUSED_MAX_S = 3;
const SWEEP_INTERVAL_MS = 10_000;

interface Sender {
  readonly accountId: AccountId;
  readonly engine: EngineSocket;
  /** Whether its connection may be reached into. */
  readonly isFast: boolean;
}

/** The excess of an account over its allowance since that time. */
interface Used {
  frames: number;
  bytes: number;
  at: number;
}

/**
 * The inbound allowance of an account's sockets, refused operations included: a refusal costs a parse and an answer
 * too. An account may be ahead by the frames and bytes of one second; beyond that its connections are not read until
 * the allowance has caught up, so that the sender waits and not the others.
 */
export class InboundBudget {
  readonly #env: Pick<Env, 'monotonic' | 'after'>;
  readonly #used = new Map<AccountId, Used>();
  #sweepAt = 0;

  constructor(env: Pick<Env, 'monotonic' | 'after'>) {
    this.#env = env;
  }

  /** How many accounts are remembered. */
  get size(): number {
    return this.#used.size;
  }

  /** Counts a frame that has come in, and pauses the connection when it was one too many. */
  spend({ accountId, engine, isFast }: Sender, bytes: number): void {
    const now = this.#env.monotonic();
    const used = this.#usedBy(accountId, now);
    used.frames += 1;
    used.bytes += bytes;
    const aheadS = secondsAhead(used);
    if (aheadS <= 0) return;
    const resume = isFast ? pauseReading(engine) : null;
    if (resume) this.#resumeLater(accountId, aheadS, resume);
    else if (!(isFast && engine.transport.name === 'websocket') && aheadS > UNPAUSED_MAX_S) engine.close();
  }

  /** Frames of the same piece, and other connections of the account, may have made it longer meanwhile. */
  #resumeLater(accountId: AccountId, aheadS: number, resume: () => void): void {
    this.#env.after(Math.ceil(aheadS * 1_000), () => {
      const leftS = secondsAhead(this.#usedBy(accountId, this.#env.monotonic()));
      if (leftS > 0) this.#resumeLater(accountId, leftS, resume);
      else resume();
    });
  }

  #usedBy(accountId: AccountId, now: number): Used {
    this.#sweep(now);
    const used = this.#used.get(accountId) ?? { frames: 0, bytes: 0, at: now };
    this.#used.set(accountId, used);
    const passedS = (now - used.at) / 1_000;
    used.frames = Math.max(0, used.frames - passedS * SOCKET_FRAMES_PER_SECOND);
    used.bytes = Math.max(0, used.bytes - passedS * SOCKET_BYTES_PER_SECOND);
    used.at = now;
    return used;
  }

  /** Forgets accounts that have sent nothing for a while and have no excess. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_INTERVAL_MS;
    for (const [accountId, used] of this.#used) {
      if (secondsAhead(used) <= 0 && now - used.at >= SWEEP_INTERVAL_MS) this.#used.delete(accountId);
    }
  }
}

/** By how much more than a second's worth. */
const secondsAhead = ({ frames, bytes }: Used): number =>
  Math.max(frames / SOCKET_FRAMES_PER_SECOND, bytes / SOCKET_BYTES_PER_SECOND) - 1;
