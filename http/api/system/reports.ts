import type { Rooms } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { Entries } from '#http/discover/entries.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, type Route, route } from '#http/routing/route.js';
import type { Account, Caller } from '#src/domain/accounts/account.js';
import type { ReportKind } from '#src/domain/accounts/report.js';
import { REPORTS_PER_HOUR } from '#src/domain/limits.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Member, RoomId } from '#src/domain/rooms/room.js';
import { type SponsoredItem, wasShown } from '#src/domain/sponsored/sponsored.js';
import { RefusalError } from '#src/errors.js';
import { blockEndpoints } from '#src/protocol/accounts/blocks.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { presentReported } from '#src/protocol/present/sponsored.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';

export interface ReportRoutesDeps {
  entries: Pick<Entries, 'published' | 'present'>;
  users: Users;
  rooms: Rooms;
  finder: RoomFinder;
  reader: Reader;
  limits: WindowLimits;
  env: EdgeEnv;
  links: FileLinks;
  presenter: RoomPresenter;
}

type Content = Record<string, unknown> | null;
const ROOMS_MAX = 10_000;
const HOUR_MS = 3_600_000;

export function reportRoutes(deps: ReportRoutesDeps): Route[] {
  const { users, limits, env } = deps;
  return [
    route(blockEndpoints.report, async ({ caller, body: { kind, id, reason, text } }) => {
      await takeFromWindow(limits, 'report', caller.accountId, REPORTS_PER_HOUR, HOUR_MS);
      const target = String(id);
      const content = await contentOf(deps, caller, kind, target);
      const report = { _id: env.uuid(), kind, target, reason, text, content };
      return created({ report: await users.ask(caller.accountId, { type: 'file_report', report }) });
    }),
  ];
}

/** As the caller sees it now: a caller who cannot see it cannot report it. */
function contentOf(deps: ReportRoutesDeps, by: Caller, kind: ReportKind, id: string): Promise<Content> {
  switch (kind) {
    case 'message':
      return messageContent(deps, by, id.toLowerCase());
    case 'account':
      return accountContent(deps.reader, id.toLowerCase());
    case 'room':
      return roomContent(deps, by, id);
    case 'sponsored':
      return sponsoredContent(deps.reader, id.toLowerCase());
    case 'entry':
      return entryContent(deps, by, id);
  }
}

/** The dictionary may not have the entry any more, or not answer: then the report holds its number alone. */
async function entryContent({ entries }: ReportRoutesDeps, by: Caller, id: string): Promise<Content> {
  try {
    const [shown] = await entries.present(by.accountId, [await entries.published(id)]);
    return { ...shown };
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

/** The id of a message holds its position in a log, so a search of the caller's own rooms finds its author. */
async function messageContent({ rooms, reader, links }: ReportRoutesDeps, by: Caller, id: string): Promise<Content> {
  const seq = seqOfMessageId(id);
  if (seq === 0) throw new RefusalError('not_found');
  const range = { index: 'byAccount', prefix: [by.accountId], limit: ROOMS_MAX };
  const memberships = await reader.range<Member>('members', range);
  const ids = memberships.map(({ room }) => logId(room, seq));
  const entries = await reader.getMany<{ _id: string; room: RoomId; row?: { id: string } }>('log', ids);
  const entry = entries.find((found) => found?.row?.id === id);
  if (!entry) throw new RefusalError('not_found');
  const { message } = await rooms.ask(entry.room, { type: 'view_message', by, messageId: id });
  // Its slug may belong to another room when the report is read.
  return { ...presentMessage(message, links), room_id: entry.room };
}

async function accountContent(reader: Reader, id: string): Promise<Content> {
  const account = isUuid(id) ? await reader.get<Account>('accounts', id) : null;
  if (!account) throw new RefusalError('not_found');
  return { id, username: account.username, bio: account.profile.bio };
}

/** As it is offered; an item that was never shown cannot be reported. */
async function sponsoredContent(reader: Reader, id: string): Promise<Content> {
  const item = isUuid(id) ? await reader.get<SponsoredItem>('sponsoredItems', id) : null;
  if (!item || !wasShown(item)) throw new RefusalError('not_found');
  return { ...presentReported(item) };
}

async function roomContent({ rooms, finder, presenter }: ReportRoutesDeps, by: Caller, id: string): Promise<Content> {
  const command = { type: 'view_room' as const, by };
  const answer = isUuid(id) ? await rooms.tryAsk(id.toLowerCase(), command) : await tried(finder.ask(id, command));
  if (!answer.ok) throw new RefusalError(answer.code === 'room_not_found' ? 'not_found' : answer.code);
  const { my_permissions: _, ...room } = await presenter.room(by, answer.value, { withRole: false });
  return room;
}

async function tried<T>(asking: Promise<T>) {
  try {
    return { ok: true as const, value: await asking };
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false as const, code: error.refusal.code };
    throw error;
  }
}
