/** Choosing a name: unique after folding, the old one free at once. */
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import type { ActorIo, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import {
  foldUsername,
  isReservedUsername,
  readUsername,
  USERNAME_FORMAT_MESSAGE,
  USERNAME_TAKEN_MESSAGE,
} from '#src/domain/accounts/username.js';
import type { Write } from '#src/store/store.js';
import type { CommandOf, Handlers, UserTools } from '../handler.js';
import { change, toUser, type UsernameDoc, type UserState } from '../user-state.js';

const FRESH_MS = 2_000;

type ChooseUsername = CommandOf<'choose_username'>;

/** The holder of the requested name. Read anew for each turn; the guard of the commit has the last word. */
export function wantedName(
  state: UserState,
  command: Pick<ChooseUsername, 'username'>,
  io: ActorIo,
): Promise<Supply<UserState>> | null {
  const wanted = readUsername(command.username);
  if (!wanted || isFresh(state, wanted.key, io.env.monotonic())) return null;
  return io.reader.get<UsernameDoc>('usernames', wanted.key).then((doc) => (into) => {
    const readAt = io.env.monotonic();
    for (const key of into.names.keys()) if (!isFresh(into, key, readAt)) into.names.delete(key);
    into.names.set(wanted.key, { holder: doc?.account ?? null, readAt });
    return true;
  });
}

function isFresh(state: UserState, key: string, now: number): boolean {
  const held = state.names.get(key);
  return held !== undefined && now - held.readAt <= FRESH_MS;
}

function chooseUsername(state: UserState, command: ChooseUsername, _: Turn, { brand }: UserTools): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const wanted = readUsername(command.username);
  if (!wanted) return refuse('validation_failed', { fields: { username: [USERNAME_FORMAT_MESSAGE] } });
  const taken = takenRefusal(state, wanted.key, brand, account._id);
  if (account.username === wanted.name) return reply(account);
  const old = account.username === null ? null : foldUsername(account.username);
  if (wanted.key !== old && taken) return taken;
  const unit = change(state, account, { username: wanted.name }, moveName(account._id, old, wanted.key));
  const note = toUser({ to: account._id, type: 'username', username: wanted.name });
  return { kind: 'commit', unit, reply: state.account, outputs: [note] };
}

/** Uses the holder that `wantedName` has read. `own` is the account that the name is for. */
export function takenRefusal(state: UserState, key: string, brand: string, own: AccountId | null): Turned | null {
  const holder = state.names.get(key)?.holder ?? null;
  state.names.delete(key);
  if (!isHeldByOther(holder, own) && !isReservedUsername(key, brand)) return null;
  return refuse('validation_failed', { fields: { username: [USERNAME_TAKEN_MESSAGE] } });
}

function moveName(account: string, old: string | null, wanted: string): Write[] {
  if (old === wanted) return [];
  const writes: Write[] = [{ op: 'put', in: 'usernames', doc: { _id: wanted, account }, guard: { absent: true } }];
  if (old !== null) writes.push({ op: 'del', in: 'usernames', id: old, guard: { equals: { account } } });
  return writes;
}

export const usernameHandlers: Handlers<'choose_username'> = {
  choose_username: { needs: wantedName, handle: chooseUsername },
};
