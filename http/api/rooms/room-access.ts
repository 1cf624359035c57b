import type { RoomCommand } from '#actors/room/commands.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { Presence } from '#http/presenters/presence.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { presentMember } from '#src/protocol/present/member.js';
import { presentBan, presentInvite, presentRequest } from '#src/protocol/present/room-access.js';
import {
  type AddMemberBody,
  roomAccessEndpoints as endpoints,
  roomFlagEndpoints as flags,
} from '#src/protocol/rooms/room-access.js';
import type { Reader } from '#src/store/store.js';
import { accountOf } from './room-admin.js';

export interface RoomAccessRoutesDeps {
  finder: RoomFinder;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  presence: Presence;
  env: EdgeEnv;
  publicUrl: string;
}

export function roomAccessRoutes({
  finder,
  reader,
  peoplePresenter,
  presence,
  env,
  publicUrl,
}: RoomAccessRoutesDeps): Route[] {
  return [
    route(endpoints.addMember, async ({ caller, params, body, unfit }) => {
      const account = unfit.unfit ? null : await accountNamed(reader, body);
      const command = { type: 'add_member' as const, by: caller, account, ...unfit };
      const { member, added } = await finder.ask(params.slug ?? '', command);
      const people = await peoplePresenter.people(caller.accountId, [member.account]);
      const person = people.get(member.account);
      const online = (await presence.onlineAmong([member.account])).has(member.account);
      return (added ? created : ok)({ member: presentMember(member, { person, online, now: env.now() }) });
    }),
    route(endpoints.listBans, async ({ caller, params }) => {
      const { bans } = await finder.ask(params.slug ?? '', { type: 'list_bans', by: caller });
      const people = await peoplePresenter.people(caller.accountId, bans.map(accountOfRow));
      return ok({ bans: bans.map((ban) => presentBan(ban, people.get(ban.account))) });
    }),
    route(endpoints.listRequests, async ({ caller, params }) => {
      const { requests } = await finder.ask(params.slug ?? '', { type: 'list_requests', by: caller });
      const people = await peoplePresenter.people(caller.accountId, requests.map(accountOfRow));
      return ok({ requests: requests.map((request) => presentRequest(request, people.get(request.account))) });
    }),
    route(endpoints.approveRequest, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'approve_request', by: caller, account: accountOf(params) });
      return ok({ status: 'joined' });
    }),
    route(endpoints.rejectRequest, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'reject_request', by: caller, account: accountOf(params) });
      return noContent();
    }),
    route(endpoints.createInvite, async ({ caller, params, body, unfit }) => {
      const { expires_in_hours, max_uses } = unfit.unfit ? { expires_in_hours: null, max_uses: null } : body;
      const bounds = { expiresInHours: expires_in_hours, maxUses: max_uses };
      const command = { type: 'create_invite' as const, by: caller, ...bounds, ...unfit };
      return created({ invite: presentInvite(await finder.ask(params.slug ?? '', command), publicUrl) });
    }),
    route(endpoints.listInvites, async ({ caller, params }) => {
      const { invites } = await finder.ask(params.slug ?? '', { type: 'list_invites', by: caller });
      return ok({ invites: invites.map((invite) => presentInvite(invite, publicUrl)) });
    }),
    route(endpoints.cancelInvite, async ({ caller, params }) => {
      const code = (params.code ?? '').toLowerCase();
      await finder.ask(params.slug ?? '', { type: 'cancel_invite', by: caller, code });
      return noContent();
    }),
  ];
}

const accountOfRow = ({ account }: { account: AccountId }): AccountId => account;

/** Null: nobody of that name. */
async function accountNamed(reader: Reader, { username, account_id }: AddMemberBody): Promise<AccountId | null> {
  if (username === undefined) return accountOf({ account_id: account_id ?? '' });
  const held = await reader.get<{ _id: string; account: AccountId }>('usernames', foldUsername(username));
  return held?.account ?? null;
}

export function roomFlagRoutes({ finder }: Pick<RoomAccessRoutesDeps, 'finder'>): Route[] {
  const setting = (endpoint: (typeof flags)[keyof typeof flags], flag: Flag, on: boolean): Route =>
    route(endpoint, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'set_flag', by: caller, flag, on });
      return noContent();
    });
  return [
    setting(flags.setArchive, 'archived', true),
    setting(flags.clearArchive, 'archived', false),
    setting(flags.setPin, 'pinned', true),
    setting(flags.clearPin, 'pinned', false),
    setting(flags.setMute, 'muted', true),
    setting(flags.clearMute, 'muted', false),
  ];
}

type Flag = Extract<RoomCommand, { type: 'set_flag' }>['flag'];
