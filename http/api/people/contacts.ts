import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Account, AccountId, Caller } from '#src/domain/accounts/account.js';
import { CONTACTS_LISTED_MAX, type Follow } from '#src/domain/accounts/follow.js';
import { peerIn } from '#src/domain/rooms/dm.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Doc, Reader } from '#src/store/store.js';

export interface ContactsDeps {
  reader: Reader;
  peoplePresenter: PeoplePresenter;
}

type Source = 'following' | 'dm';

const READ_MAX = 10_000;
/** The alphabet most of the names are written in; made once, for making one is slow. */
const byAlphabet = new Intl.Collator('tr');

/** The accounts that the caller follows or has a direct chat with in the list. By username. */
export async function contactsOf(deps: ContactsDeps, { accountId }: Caller) {
  const [followed, peers] = await Promise.all([followedBy(deps.reader, accountId), peersOf(deps.reader, accountId)]);
  const sources = new Map<AccountId, Source>();
  for (const id of peers) sources.set(id, 'dm');
  for (const id of followed) sources.set(id, 'following');
  const accounts = await deps.reader.getMany<Account>('accounts', [...sources.keys()]);
  const listed = accounts.filter(isSomebody).sort(inOrder).slice(0, CONTACTS_LISTED_MAX);
  const people = await deps.peoplePresenter.among(accountId, listed);
  return [...people.values()].map((person) => ({ ...person, source: sources.get(person.id) }));
}

const isSomebody = (account: Account | null): account is Account & { username: string } =>
  account !== null && account.leavingAt === undefined && account.username !== null;

const inOrder = (a: { _id: string; username: string }, b: { _id: string; username: string }): number =>
  byAlphabet.compare(a.username, b.username) || (a._id < b._id ? -1 : 1);

async function followedBy(reader: Reader, accountId: AccountId): Promise<AccountId[]> {
  const range = { index: 'byFollower', prefix: [accountId], desc: true, limit: READ_MAX };
  return (await reader.range<Follow>('follows', range)).map(({ followee }) => followee);
}

/** The store gives the peers, so that no room has to be loaded for it. */
async function peersOf(reader: Reader, accountId: AccountId): Promise<AccountId[]> {
  const range = { index: 'byAccount', prefix: [accountId], limit: READ_MAX };
  const memberships = await reader.range<Member>('members', range);
  const heads = await reader.getMany<Doc & Head>(
    'rooms',
    memberships.map(({ room }) => room),
  );
  return heads.flatMap((head) => (head?.pair && !head.deleted ? [peerIn(head.pair, accountId)] : []));
}
