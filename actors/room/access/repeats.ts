/**
 * Repeated requests. A message with a `client_id` is decided without a read: the log's unique `dedup` index refuses a
 * second row, and the runtime decides the command again. An earlier request is looked for in the store only where a
 * decision without it could be wrong (ADR 0070).
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { AnyCommand, Handled } from '../handler.js';
import type { RoomState } from '../model/room-state.js';

const REPEATERS_MAX = 10_000;

/**
 * Accounts of this node whose repeat was found by the index. A refused append costs the room a load, so the next
 * requests of these accounts are looked for before their turn.
 */
export class Repeaters {
  /** The one added first is the first to go. */
  readonly #accounts = new Set<AccountId>();

  has(account: AccountId): boolean {
    return this.#accounts.has(account);
  }

  /** After a decision: a repeat that was decided for the second time was refused by the index the first time. */
  observe(state: RoomState, command: AnyCommand, attempt: number): void {
    if (attempt === 0 || command.type !== 'send_message' || command.draft.clientId === null) return;
    const { accountId } = command.by;
    if (state.dedup.get(accountId, command.draft.clientId)) this.#add(accountId);
  }

  #add(account: AccountId): void {
    this.#accounts.add(account);
    if (this.#accounts.size <= REPEATERS_MAX) return;
    const [first] = this.#accounts;
    this.#accounts.delete(first as AccountId);
  }
}

/**
 * Whether the earlier request has to be read before this decision counts. A refusal: the first try may have been
 * accepted. A second attempt: the first append was refused, perhaps as a repeat.
 */
export function mustReadRepeat(
  state: RoomState,
  command: AnyCommand,
  handled: Handled,
  { attempt, repeaters }: { attempt: number; repeaters: Repeaters },
): boolean {
  if (command.type !== 'send_message' || state.head === null || state.head.deleted) return false;
  const { clientId } = command.draft;
  const { accountId } = command.by;
  if (clientId === null || state.dedup.get(accountId, clientId) !== undefined) return false;
  if (state.readsFor(command).isRepeatRead) return false;
  return handled.kind === 'refuse' || attempt > 0 || repeaters.has(accountId);
}

export function readRepeat(state: RoomState, command: AnyCommand): void {
  state.keepReads(command, { ...state.readsFor(command), isRepeatRead: true });
}
