/** Actions of the founder and admins. The state changes when the room's events arrive. */

import type {
  Ban,
  Explanation,
  Invite,
  InviteDraft,
  Member,
  Message,
  Permission,
  Room,
  RoomSettings,
  ShortLink,
  Wallpaper,
} from '#page/api-types.js';
import { call } from '#page/app/api.js';
import { app } from '#page/app/app-state.js';
import { ask, done } from '#page/app/ask.js';
import { withMember, withoutMember } from '../room-events.js';
import { changed } from '../room-list-updates.js';
import { dropRoom } from '../room-sync.js';

const takeRoom = (room: Room): void => app.set((state) => ({ rooms: changed(state.rooms, room.slug, room) }));

function changeMembers(slug: string, change: (members: Member[]) => Member[]): void {
  app.set(({ members }) => {
    const held = members[slug];
    return held ? { members: { ...members, [slug]: change(held) } } : {};
  });
}

/** Throws the error, because the form shows it at its fields. */
export async function saveSettings(slug: string, settings: Partial<RoomSettings>): Promise<void> {
  const { room } = await call('PATCH /api/rooms/{slug}', { path: { slug }, body: settings });
  takeRoom(room);
}

/** The same for the wallpaper, which has no form. */
export async function chooseWallpaper(slug: string, wallpaper: Wallpaper): Promise<void> {
  await ask('PATCH /api/rooms/{slug}', { path: { slug }, body: { wallpaper } });
}

export async function denyToMembers(slug: string, denied: string[]): Promise<boolean> {
  const answer = await ask('PATCH /api/rooms/{slug}/permissions', { path: { slug }, body: { denied } });
  if (answer) takeRoom(answer.room);
  return answer !== null;
}

export async function setRole(slug: string, id: string, role: 'admin' | 'member'): Promise<void> {
  const method = role === 'admin' ? 'PUT' : 'DELETE';
  const answer = await ask(`${method} /api/rooms/{slug}/admins/{account_id}`, { path: { slug, account_id: id } });
  if (answer) changeMembers(slug, (members) => withMember(members, id, { role: answer.status, granted: [] }));
}

export async function grantTo(slug: string, id: string, wanted: string[]): Promise<boolean> {
  const request = { path: { slug, account_id: id }, body: { granted: wanted } };
  const answer = await ask('PUT /api/rooms/{slug}/admins/{account_id}/permissions', request);
  if (answer) changeMembers(slug, (members) => withMember(members, id, { granted: answer.granted }));
  return answer !== null;
}

export async function handOver(slug: string, id: string): Promise<void> {
  const answer = await ask('PUT /api/rooms/{slug}/founder', { path: { slug }, body: { account_id: id } });
  if (answer) takeRoom(answer.room);
}

export async function tagMember(slug: string, id: string, tag: string): Promise<void> {
  const request = { path: { slug, account_id: id }, body: { tag } };
  const answer = await ask('PUT /api/rooms/{slug}/members/{account_id}/tag', request);
  if (answer) changeMembers(slug, (members) => withMember(members, id, { tag: answer.tag }));
}

export async function muteMember(slug: string, id: string, minutes: number): Promise<void> {
  const request = { path: { slug, account_id: id }, body: { minutes } };
  const answer = await ask('PUT /api/rooms/{slug}/members/{account_id}/mute', request);
  if (answer) changeMembers(slug, (members) => withMember(members, id, { muted_until: answer.muted_until }));
}

export async function unmuteMember(slug: string, id: string): Promise<void> {
  const path = { slug, account_id: id };
  if (!(await done('DELETE /api/rooms/{slug}/members/{account_id}/mute', { path }))) return;
  changeMembers(slug, (members) => withMember(members, id, { muted_until: null }));
}

export async function removeMember(slug: string, id: string, ban: { reason: string } | null): Promise<boolean> {
  const path = { slug, account_id: id };
  const isOut = ban
    ? await done('PUT /api/rooms/{slug}/bans/{account_id}', { path, body: ban })
    : await done('DELETE /api/rooms/{slug}/members/{account_id}', { path });
  if (isOut) changeMembers(slug, (members) => withoutMember(members, id));
  return isOut;
}

export const addMember = (slug: string, username: string): Promise<boolean> =>
  done('POST /api/rooms/{slug}/members', { path: { slug }, body: { username } });

export const loadBans = async (slug: string): Promise<Ban[]> =>
  (await call('GET /api/rooms/{slug}/bans', { path: { slug } })).bans;

export const liftBan = (slug: string, id: string): Promise<boolean> =>
  done('DELETE /api/rooms/{slug}/bans/{account_id}', { path: { slug, account_id: id } });

/** The person need not be a member of the room. */
export async function banByName(slug: string, username: string): Promise<boolean> {
  const card = await ask('GET /api/users/{username}', { path: { username } });
  if (!card) return false;
  return done('PUT /api/rooms/{slug}/bans/{account_id}', { path: { slug, account_id: card.user.id }, body: {} });
}

export const loadInvites = async (slug: string): Promise<Invite[]> =>
  (await call('GET /api/rooms/{slug}/invites', { path: { slug } })).invites;

/** `key`: the idempotency key of the form. Throws the error. */
export const createInvite = async (slug: string, draft: InviteDraft, key: string): Promise<Invite> =>
  (await call('POST /api/rooms/{slug}/invites', { path: { slug }, body: draft, key })).invite;

export const cancelInvite = (slug: string, code: string): Promise<boolean> =>
  done('DELETE /api/rooms/{slug}/invites/{code}', { path: { slug, code } });

export async function deleteRoom(slug: string): Promise<void> {
  if (await done('DELETE /api/rooms/{slug}', { path: { slug }, query: { for: 'everyone' } })) dropRoom(slug);
}

const EVENTS_MAX = 200;

/** Throws the error, because the panel shows it. */
export const loadRoomEvents = async (slug: string): Promise<Message[]> =>
  (await call('GET /api/rooms/{slug}/events', { path: { slug }, query: { limit: EVENTS_MAX } })).events;

/** Throws the error, because the form shows it at its field. */
export async function buyShortLink(slug: string, handle: string): Promise<ShortLink> {
  const link = await call('PUT /api/rooms/{slug}/vanity', { path: { slug }, body: { handle } });
  app.set(({ account }) => ({ account: account && { ...account, stars: link.stars } }));
  return link;
}

export interface Question {
  account: string;
  permission: Permission;
  /** The log entry at which the permission is checked; empty for now. */
  at: string;
}

export function explainPermission(slug: string, { account, permission, at }: Question): Promise<Explanation | null> {
  const query = { account_id: account, permission, ...(at && { at_seq: Number(at) }) };
  return ask('GET /api/rooms/{slug}/permissions/explain', { path: { slug }, query });
}
