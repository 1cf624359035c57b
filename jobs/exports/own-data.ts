/** The personal data of an account, section by section. Each section is read while it is written. */
import type { Device, Session } from '#actors/user/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { Photo } from '#src/domain/accounts/photo.js';
import type { Report } from '#src/domain/accounts/report.js';
import { emptyTally, type LedgerEntry, type Tally } from '#src/domain/accounts/tally.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import type { Doc } from '#src/store/store.js';
import type { Cell } from './markup.js';
import { ownBots } from './own-bots.js';
import { ownOrganization, ownPanels } from './own-business.js';
import { ownHidden } from './own-hidden.js';
import { eachOf, nameOf, type OwnDataDeps, type OwnReader, timeOf } from './own-reader.js';
import { ownInterests, ownReadings, ownVisits } from './own-reading.js';
import { ownRooms } from './own-rooms.js';
import { saidIn } from './own-words.js';
import type { Row, Section } from './pages.js';

export interface OwnSection extends Section {
  rows: AsyncIterable<Row>;
}

export function sectionsOf(deps: OwnDataDeps, account: Account): OwnSection[] {
  const { reader, texts: t } = deps;
  const id = account._id;
  const columns = (...names: string[]) => names;
  return [
    { name: 'profile', title: t.profile, columns: columns(t.field, t.value), rows: profile(reader, account) },
    { name: 'photos', title: t.photos, columns: columns(t.photo, t.when, t.size), rows: photos(deps, id) },
    {
      name: 'sessions',
      title: t.sessions,
      columns: columns(t.when, t.used, t.platform, t.device, t.push),
      rows: sessions(deps, id),
    },
    {
      name: 'bots',
      title: t.bots,
      columns: columns(t.who, t.when, t.tokens, t.webhooks),
      rows: ownBots(reader, account),
    },
    { name: 'panels', title: t.panels, columns: columns(t.device, t.when, t.used), rows: ownPanels(reader, id) },
    {
      name: 'organization',
      title: t.organization,
      columns: columns(t.who, t.role, t.joined, t.billing),
      rows: ownOrganization(reader, id),
    },
    { name: 'following', title: t.following, columns: columns(t.who, t.when), rows: follows(reader, 'byFollower', id) },
    { name: 'followers', title: t.followers, columns: columns(t.who, t.when), rows: follows(reader, 'byFollowee', id) },
    { name: 'blocks', title: t.blocks, columns: columns(t.who, t.when), rows: blocks(reader, id) },
    { name: 'hidden', title: t.hidden, columns: columns(t.text), rows: ownHidden(reader, id) },
    {
      name: 'rooms',
      title: t.rooms,
      columns: columns(t.room, t.role, t.joined, t.tag, t.present),
      rows: ownRooms(deps, id),
    },
    { name: 'stars', title: t.stars, columns: columns(t.when, t.amount, t.reason, t.room), rows: ledger(reader, id) },
    {
      name: 'reports',
      title: t.reports,
      columns: columns(t.when, t.kind, t.reason, t.text),
      rows: reports(reader, id),
    },
    { name: 'files', title: t.files, columns: columns(t.when, t.kind, t.file), rows: files(reader, id) },
    {
      name: 'readings',
      title: t.readings,
      columns: columns(t.when, t.kind, t.topic, t.category, t.entry),
      rows: ownReadings(reader, id),
    },
    { name: 'interests', title: t.interests, columns: columns(t.field, t.value), rows: ownInterests(reader, id) },
    { name: 'entries', title: t.entries, columns: columns(t.entry, t.seen), rows: ownVisits(reader, id) },
    {
      name: 'messages',
      title: t.messages,
      columns: columns(t.when, t.room, t.kind, t.text, t.attachment),
      rows: saidIn(deps, id),
    },
  ];
}

async function* profile(
  reader: OwnReader,
  { fingerprint: _, version: __, photo: ___, interestEra: ____, bots: _____, profile: own, ...account }: Account,
) {
  const tally = (await reader.get<Tally>('tallies', account._id)) ?? emptyTally;
  const { stars, followers, following } = tally;
  const fields: Record<string, unknown> = { ...account, ...own, stars, followers, following };
  for (const [field, value] of Object.entries(fields)) {
    const isTime = field.endsWith('At') && typeof value === 'number';
    yield { cells: [field, isTime ? timeOf(value) : plain(value)], data: { [field]: value } };
  }
}

const plain = (value: unknown): Cell => (value === null || value === undefined ? null : String(value));

async function* photos({ reader, picture }: OwnDataDeps, id: AccountId): AsyncGenerator<Row> {
  type Kept = Doc & { at: number; photo: Photo };
  for await (const { at, photo } of eachOf<Kept>(reader, 'photos', { index: 'byOwner', prefix: [id] }, (it) => it.at)) {
    const { thumbKey, contentType, sizePx, byteSize } = photo;
    const shown = await picture(thumbKey, contentType);
    yield {
      cells: [shown, timeOf(at), sizePx === null ? '' : `${sizePx} px`],
      data: { at, contentType, sizePx, byteSize },
    };
  }
}

async function* sessions({ reader, texts }: OwnDataDeps, id: AccountId): AsyncGenerator<Row> {
  const devices = await reader.range<Device>('devices', { index: 'byAccount', prefix: [id], limit: 1_000 });
  const pushed = new Map(devices.map((device) => [device.session, device]));
  const range = { index: 'byAccount', prefix: [id], limit: 1_000 };
  for (const session of await reader.range<Session>('sessions', range)) {
    const { _id, refreshHash: _, previousHash: __, account: ___, version: ____, ...told } = session;
    const device = pushed.get(_id);
    const name = [told.deviceManufacturer, told.deviceModel, told.osVersion, told.appVersion].filter(Boolean).join(' ');
    const push = device ? timeOf(device.since) : texts.no;
    const cells = [timeOf(told.createdAt), timeOf(told.lastUsedAt), told.platform, name, push];
    yield { cells, data: { ...told, pushSince: device?.since ?? null, pushEnv: device?.env ?? null } };
  }
}

async function* follows(reader: OwnReader, index: 'byFollower' | 'byFollowee', id: AccountId): AsyncGenerator<Row> {
  for await (const follow of eachOf<Follow>(reader, 'follows', { index, prefix: [id] }, ({ at }) => at)) {
    const username = await nameOf(reader, index === 'byFollower' ? follow.followee : follow.follower);
    yield { cells: [username, timeOf(follow.at)], data: { username, at: follow.at } };
  }
}

async function* blocks(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  type Block = Doc & { other: AccountId; at: number };
  for await (const { other, at } of eachOf<Block>(
    reader,
    'blocks',
    { index: 'byAccount', prefix: [id] },
    (it) => it.at,
  )) {
    const username = await nameOf(reader, other);
    yield { cells: [username, timeOf(at)], data: { username, at } };
  }
}

async function* ledger(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  const range = { index: 'byAccount', prefix: [id] };
  for await (const { at, delta, reason, relatedRoom } of eachOf<LedgerEntry>(reader, 'ledger', range, (it) => it.at)) {
    yield { cells: [timeOf(at), delta, reason, relatedRoom], data: { at, delta, reason, relatedRoom } };
  }
}

/** There is no index from an account to its reports, because reports are few. */
async function* reports(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  for await (const report of eachOf<Report>(reader, 'reports', { index: '_id' }, ({ _id }) => _id)) {
    if (report.by !== id) continue;
    const { at, kind, target, reason, text } = report;
    yield { cells: [timeOf(at), kind, reason, text], data: { at, kind, target, reason, text } };
  }
}

async function* files(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  type File = Doc & Pick<StoredFile, 'at' | 'contentType' | 'isOnce' | 'state'>;
  for await (const file of eachOf<File>(reader, 'files', { index: 'byUploader', prefix: [id] }, ({ at }) => at)) {
    if (file.isOnce || file.state === 'removed') continue;
    const { _id: key, at, contentType } = file;
    yield { cells: [timeOf(at), contentType, key], data: { at, contentType, key } };
  }
}
