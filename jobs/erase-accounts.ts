/**
 * Erases deleted accounts: their rooms, their own documents and files, and the references in documents of other
 * accounts. Each step searches for the remaining data, so that an interrupted run is repeated from the start. A
 * complete run is repeated once more later, because upload links and requests in progress can still add data after the
 * first run.
 */
import type { Organizations } from '#actors/organization/commands.js';
import type { Answer } from '#actors/runtime/client.js';
import type { ForeignScanPosition } from '#actors/user/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { type Erasure, erasedKey, ownFolders, TOMBSTONE_OUTSIDE_ROOMS } from '#src/domain/accounts/erasure.js';
import type { OrgMember } from '#src/domain/organizations/organization.js';
import { RefusalError } from '#src/errors.js';
import { type EraseRoomsDeps, eraseFromRooms, tombstoneIn } from './erase-rooms.js';
import { PutOff } from './put-off.js';
import { removeUnder } from './remove-under.js';
import { stoppable } from './stoppable.js';
import { duePages, idsOf, sweepEach } from './sweep-each.js';

export interface EraseAccountsDeps extends EraseRoomsDeps {
  organizations: Pick<Organizations, 'tryAsk'>;
  objects: Pick<ObjectStore, 'list' | 'remove' | 'write'>;
  /** Lifetime of an upload link. */
  uploadLinkMs: number;
  now(): number;
}

export interface Erasing {
  /** Erases this account now. True if every step is complete. */
  erase(account: AccountId): Promise<boolean>;
  /** Erases all accounts that are due for their first or their final run. */
  eraseAll(): Promise<void>;
  /** Ends running erasures at their next step. The next start of the process continues them. */
  stop(): Promise<void>;
}

type Gone = { next: ForeignScanPosition | null; found: number };

/** Each one keeps the store and the object store busy. */
const CONCURRENCY = 2;
const SLACK_MS = 60_000;
const FOREIGN_PASSES_MAX = 4;

export function createErasing(given: EraseAccountsDeps): Erasing {
  const underWay = new Map<AccountId, Promise<boolean>>();
  const putOff = new PutOff(given.now);
  let isStopped = false;
  const isOver = () => isStopped;
  const deps = {
    ...given,
    rooms: stoppable(given.rooms, isOver),
    users: stoppable(given.users, isOver),
    organizations: stoppable(given.organizations, isOver),
  };

  /** Callers for the same account share one run, because two runs would conflict. */
  function erase(account: AccountId): Promise<boolean> {
    const running = underWay.get(account) ?? eraseNow(deps, account).finally(() => underWay.delete(account));
    underWay.set(account, running);
    return running;
  }

  async function eraseOrFail(account: AccountId): Promise<number> {
    if (isStopped) return 0;
    if (await erase(account)) return 1;
    throw new RefusalError('unavailable', { message: 'a step is not complete yet' });
  }

  return {
    erase,
    async eraseAll() {
      const due = duePages<Erasure>(deps.reader, 'erasures', { index: 'due', lte: deps.now(), time: 'dueAt' });
      const pages = idsOf(due, ({ _id }) => _id);
      await sweepEach({ pages, sweep: eraseOrFail, putOff, now: deps.now, concurrency: CONCURRENCY });
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled(underWay.values());
    },
  };
}

async function eraseNow(deps: EraseAccountsDeps, account: AccountId): Promise<boolean> {
  const erasure = await deps.reader.get<Erasure>('erasures', account);
  if (!erasure) return true;
  // The last run begins after the last upload link has expired.
  const lastFrom = erasure.at + deps.uploadLinkMs + SLACK_MS;
  const isLast = deps.now() >= lastFrom;
  // At the same time: an object store that is away does not keep the account in lists of members, and many rooms do not
  // keep its files.
  const [inObjects, inRooms] = await Promise.allSettled([
    eraseFromObjects(deps, account),
    eraseFromPlaces(deps, erasure, isLast),
  ]);
  if (inObjects.status === 'rejected') throw inObjects.reason;
  if (inRooms.status === 'rejected') throw inRooms.reason;
  // Files again before the documents that refer to them are deleted.
  const isGone =
    inRooms.value &&
    (await eraseFiles(deps, account)) &&
    (await eraseOwn(deps, account)) &&
    (await eraseForeign(deps, account));
  if (!isGone) return false;
  if (isLast) return untilDone(() => deps.users.tryAsk(account, { type: 'end_erasure' }));
  return (await deps.users.tryAsk(account, { type: 'note_erased', again: lastFrom })).ok;
}

/** The mark first: a backup that is restored between two steps brings the account back. */
async function eraseFromObjects(deps: EraseAccountsDeps, account: AccountId): Promise<void> {
  await deps.objects.write(erasedKey(account), new Uint8Array(), 'text/plain');
  await eraseFiles(deps, account);
}

/** False if bots, rooms or the organization of the account still refer to it. */
async function eraseFromPlaces(deps: EraseAccountsDeps, erasure: Erasure, isLast: boolean): Promise<boolean> {
  const account = erasure._id;
  return (
    (await closeBots(deps, erasure)) &&
    (await eraseFromRooms(deps, account, isLast)) === 0 &&
    (await leaveOrganization(deps, account))
  );
}

/** False if the account does not answer; the next run continues. */
async function untilDone(step: () => Promise<Answer<{ more: boolean }>>): Promise<boolean> {
  for (;;) {
    const answer: Answer<{ more: boolean }> = await step();
    if (!answer.ok) return false;
    if (!answer.value.more) return true;
  }
}

/** First: a bot's document names its owner. The erasure of each bot is a record of its own. */
async function closeBots({ users }: EraseAccountsDeps, { bots = [] }: Erasure): Promise<boolean> {
  for (const bot of bots) {
    const answer = await users.tryAsk(bot, { type: 'give_up' });
    // Closed before.
    if (!answer.ok && answer.code !== 'unauthorized') return false;
  }
  return true;
}

/** The organization decides whether it gets another manager or ends. */
async function leaveOrganization({ organizations, reader }: EraseAccountsDeps, account: AccountId): Promise<boolean> {
  const member = await reader.get<OrgMember>('orgMembers', account);
  return !member || (await organizations.tryAsk(member.organization, { type: 'drop_person', account })).ok;
}

async function eraseFiles({ objects }: EraseAccountsDeps, account: AccountId): Promise<boolean> {
  for (const folder of ownFolders(account)) await removeUnder(objects, folder);
  return true;
}

const eraseOwn = ({ users }: EraseAccountsDeps, account: AccountId): Promise<boolean> =>
  untilDone(() => users.tryAsk(account, { type: 'erase_own' }));

async function eraseForeign(deps: EraseAccountsDeps, account: AccountId): Promise<boolean> {
  const tombstone = await tombstoneIn(deps, account, TOMBSTONE_OUTSIDE_ROOMS);
  if (tombstone === null) return false;
  for (let pass = 0; pass < FOREIGN_PASSES_MAX; pass += 1) {
    let found = 0;
    for (let from: ForeignScanPosition | null = null; ; ) {
      const answer: Answer<Gone> = await deps.users.tryAsk(account, { type: 'erase_foreign', tombstone, from });
      if (!answer.ok) return false;
      found += answer.value.found;
      from = answer.value.next;
      if (!from) break;
    }
    if (found === 0) return true;
  }
  return false;
}
