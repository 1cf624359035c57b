/**
 * Makes a suspension binding on every node before the operator gets the answer. The account's document is the truth:
 * requests and handshakes read it. Sockets that are open, and commands that are on their way, are ended by each node.
 */
import type { Cluster } from '#actors/cluster/cluster.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RecentSuspensions } from '#src/domain/accounts/suspension.js';
import { RefusalError } from '#src/errors.js';
import { StoreUnavailable } from '../store/store.js';

export interface Suspensions {
  /** Resolves when each living node has ended the account's sockets; refuses with `unavailable` otherwise. */
  enforce(account: AccountId, until: number | null): Promise<void>;
  /** Resolves when each living node has forgotten the suspension. */
  lift(account: AccountId): Promise<void>;
}

export interface SuspensionsDeps {
  recent: RecentSuspensions;
  /** Ends the sockets of this node. */
  endSockets(account: AccountId): void;
  /** Null without a cluster. */
  sharding: Cluster | null;
  env: { now(): number; monotonic(): number; after(ms: number, run: () => void): () => void };
}

type Notice = { account: AccountId; until: number | null; isLifted: boolean };

const NOTICE = 'account-suspension';
const ANSWER_TIMEOUT_MS = 1_500;
const RETRY_DELAY_MS = 250;
/** Longer than a lease: a node that does not answer has left the table by then, and its actors answer for nothing. */
const CONFIRM_TIMEOUT_MS = 20_000;

export function createSuspensions(deps: SuspensionsDeps): Suspensions {
  const { recent, endSockets, sharding, env } = deps;
  const apply = ({ account, until, isLifted }: Notice): true => {
    if (isLifted) recent.lift(account);
    else {
      recent.note(account, until, env.now());
      endSockets(account);
    }
    return true;
  };
  sharding?.peers.handle(NOTICE, (body) => apply(body as Notice));
  async function everywhere(notice: Notice): Promise<void> {
    apply(notice);
    const giveUpAt = env.monotonic() + CONFIRM_TIMEOUT_MS;
    while (!(await isConfirmed(sharding, notice))) {
      if (env.monotonic() >= giveUpAt) {
        throw new RefusalError('unavailable', { message: 'It is stored, but a node did not confirm it. Repeat it.' });
      }
      await new Promise<void>((resolve) => env.after(RETRY_DELAY_MS, resolve));
    }
  }
  return {
    enforce: (account, until) => everywhere({ account, until, isLifted: false }),
    lift: (account) => everywhere({ account, until: null, isLifted: true }),
  };
}

/**
 * Of all nodes of the table as it is after the answers: a node that has joined meanwhile is asked in the next round. While
 * a node may go on that the table does not name, nothing is confirmed.
 */
async function isConfirmed(sharding: Cluster | null, notice: Notice): Promise<boolean> {
  if (!sharding) return true;
  if (!(await isWhole(sharding))) return false;
  const replies = await sharding.peers.askAll(NOTICE, notice, ANSWER_TIMEOUT_MS);
  const confirmed = new Set(replies.filter(({ value }) => value === true).map(({ node }) => node.token));
  const { nodes } = sharding.coordinator.table;
  return nodes.every(({ token }) => token === sharding.coordinator.token || confirmed.has(token));
}

async function isWhole({ coordinator }: Cluster): Promise<boolean> {
  try {
    return await coordinator.isTableWhole();
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
