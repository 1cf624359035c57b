/**
 * People as a reader sees them: their present name, and their photo if the reader may see it. Everything that names a
 * person goes through here, so that no list can show a field that another one hides.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { Photo } from '#src/domain/accounts/photo.js';
import { dependsOnFollows, isAvatarShown } from '#src/domain/accounts/photo-visibility.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentPerson, type WirePerson } from '#src/protocol/present/person.js';
import { presentPhoto, type SignLink, type WireAvatar } from '#src/protocol/present/photo.js';
import { followId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';

export interface PeoplePresenter {
  /** Accounts that are deleted, or being deleted, are left out. Two reads for any number of accounts. */
  people(reader: AccountId, ids: readonly AccountId[]): Promise<Map<AccountId, WirePerson>>;
  /** The same where the accounts have been read already. */
  among(reader: AccountId, accounts: readonly Account[]): Promise<Map<AccountId, WirePerson>>;
  /** The avatar as its owner sees it, with fresh links. */
  ownAvatar(account: Pick<Account, 'photo'>): WireAvatar | null;
  /** A link to a file that a photo is made of. */
  sign: SignLink;
}

export interface PeoplePresenterDeps {
  reader: Reader;
  links: Pick<FileLinks, 'picture'>;
}

/** Two links are signed for each: a long list gives way to others in between. */
const SLICE = 256;

export function createPeoplePresenter({ reader: store, links }: PeoplePresenterDeps): PeoplePresenter {
  const sign: SignLink = (key) => links.picture(key);
  const shown = (photo: Photo | null | undefined) => (photo ? presentPhoto({ photo, isPrimary: true }, sign) : null);

  async function among(reader: AccountId, accounts: readonly Account[]): Promise<Map<AccountId, WirePerson>> {
    const present = accounts.filter(({ leavingAt }) => leavingAt === undefined);
    const related = await followsBetween(store, reader, present.filter(needsFollows(reader)));
    const people = new Map<AccountId, WirePerson>();
    for (const [index, account] of present.entries()) {
      if (index % SLICE === SLICE - 1) await nextRound();
      const { _id, profile, photo } = account;
      const standing = { isOwn: _id === reader, isFollow: related.has(_id) };
      people.set(_id, presentPerson(account, isAvatarShown(profile.photoVisibility, standing) ? shown(photo) : null));
    }
    return people;
  }

  return {
    among,
    ownAvatar: ({ photo }) => shown(photo),
    sign,
    async people(reader, ids) {
      const accounts = await store.getMany<Account>('accounts', [...new Set(ids)]);
      return among(
        reader,
        accounts.filter((account) => account !== null),
      );
    },
  };
}

const needsFollows =
  (reader: AccountId) =>
  ({ _id, photo, profile }: Account): boolean =>
    Boolean(photo) && dependsOnFollows(profile.photoVisibility, _id, reader);

/** The accounts of the list that follow the reader, or that the reader follows. */
async function followsBetween(store: Reader, reader: AccountId, accounts: Account[]): Promise<Set<AccountId>> {
  const ids = accounts.flatMap(({ _id }) => [followId(reader, _id), followId(_id, reader)]);
  const follows = await store.getMany<Follow>('follows', ids);
  return new Set(follows.flatMap((follow) => (follow ? [follow.follower, follow.followee] : [])));
}
