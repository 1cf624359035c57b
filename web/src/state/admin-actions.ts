/** What founder and admins do with a room and its people. What changes is shown when the room's events tell of it. */
import { authorized, wireOf } from '../net/api.js';
import type { Ban, Invite, JoinRequest, Member, Message, ProfileCard, Role, Room, RoomSettings } from '../wire.js';
import { app, notify } from './app-state.js';
import { withMember, withoutMember, withoutRequest } from './room-events.js';
import { changed } from './room-list.js';
import { loseRoom } from './room-sync.js';

/** The answer, or null after the refusal was shown. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T | null> {
  try {
    return (await authorized<T | null>(method, path, body)) ?? ({} as T);
  } catch (error) {
    notify(wireOf(error));
    return null;
  }
}

const done = async (method: string, path: string, body?: object): Promise<boolean> =>
  (await ask(method, path, body)) !== null;

const takeRoom = (room: Room): void => app.set((state) => ({ rooms: changed(state.rooms, room.slug, room) }));

function changeMembers(slug: string, change: (members: Member[]) => Member[]): void {
  app.set(({ members }) => {
    const held = members[slug];
    return held ? { members: { ...members, [slug]: change(held) } } : {};
  });
}

/** Throws the refusal: the form shows it at its fields. */
export async function saveSettings(slug: string, settings: Partial<RoomSettings>): Promise<void> {
  const { room } = await authorized<{ room: Room }>('PATCH', `/rooms/${slug}`, settings);
  takeRoom(room);
}

export async function denyToMembers(slug: string, denied: string[]): Promise<boolean> {
  const answer = await ask<{ room: Room }>('PATCH', `/rooms/${slug}/permissions`, { denied });
  if (answer) takeRoom(answer.room);
  return answer !== null;
}

export async function setRole(slug: string, id: string, role: 'admin' | 'member'): Promise<void> {
  const answer = await ask<{ status: Role }>(role === 'admin' ? 'PUT' : 'DELETE', `/rooms/${slug}/admins/${id}`);
  if (answer) changeMembers(slug, (members) => withMember(members, id, { role: answer.status, granted: [] }));
}

export async function grantTo(slug: string, id: string, wanted: string[]): Promise<boolean> {
  const path = `/rooms/${slug}/admins/${id}/permissions`;
  const answer = await ask<{ granted: string[] }>('PUT', path, { granted: wanted });
  if (answer) changeMembers(slug, (members) => withMember(members, id, { granted: answer.granted }));
  return answer !== null;
}

export async function handOver(slug: string, id: string): Promise<void> {
  const answer = await ask<{ room: Room }>('PUT', `/rooms/${slug}/founder`, { account_id: id });
  if (answer) takeRoom(answer.room);
}

export async function tagMember(slug: string, id: string, tag: string): Promise<void> {
  const answer = await ask<{ tag: string | null }>('PUT', `/rooms/${slug}/members/${id}/tag`, { tag });
  if (answer) changeMembers(slug, (members) => withMember(members, id, { tag: answer.tag }));
}

export async function muteMember(slug: string, id: string, minutes: number | null): Promise<void> {
  const path = `/rooms/${slug}/members/${id}/mute`;
  const answer = await (minutes === null
    ? ask<{ muted_until?: number }>('DELETE', path)
    : ask<{ muted_until?: number }>('PUT', path, { minutes }));
  if (answer) changeMembers(slug, (members) => withMember(members, id, { muted_until: answer.muted_until ?? null }));
}

export async function putOut(slug: string, id: string, ban: { reason: string } | null): Promise<boolean> {
  const isOut = ban
    ? await done('PUT', `/rooms/${slug}/bans/${id}`, ban)
    : await done('DELETE', `/rooms/${slug}/members/${id}`);
  if (isOut) changeMembers(slug, (members) => withoutMember(members, id));
  return isOut;
}

export const addMember = (slug: string, username: string): Promise<boolean> =>
  done('POST', `/rooms/${slug}/members`, { username });

export const loadBans = async (slug: string): Promise<Ban[]> =>
  (await ask<{ bans: Ban[] }>('GET', `/rooms/${slug}/bans`))?.bans ?? [];

export const liftBan = (slug: string, id: string): Promise<boolean> => done('DELETE', `/rooms/${slug}/bans/${id}`);

/** Somebody who need not be in the room, or ever have been. */
export async function banByName(slug: string, username: string): Promise<boolean> {
  const card = await ask<ProfileCard>('GET', `/users/${encodeURIComponent(username)}`);
  return card !== null && done('PUT', `/rooms/${slug}/bans/${card.user.id}`, {});
}

export async function loadRequests(slug: string): Promise<void> {
  const answer = await ask<{ requests: JoinRequest[] }>('GET', `/rooms/${slug}/requests`);
  if (answer) app.set((state) => ({ requests: { ...state.requests, [slug]: answer.requests } }));
}

/** Whoever was settled by somebody else in the meantime leaves the list as well. */
export async function settleRequest(slug: string, id: string, letIn: boolean): Promise<void> {
  await done(letIn ? 'POST' : 'DELETE', `/rooms/${slug}/requests/${id}`);
  app.set(({ requests }) => ({ requests: { ...requests, [slug]: withoutRequest(requests[slug] ?? [], id) } }));
}

export const loadInvites = async (slug: string): Promise<Invite[]> =>
  (await ask<{ invites: Invite[] }>('GET', `/rooms/${slug}/invites`))?.invites ?? [];

export interface InviteDraft {
  expires_in_hours: number | null;
  max_uses: number | null;
}

export const createInvite = async (slug: string, draft: InviteDraft): Promise<Invite | null> =>
  (await ask<{ invite: Invite }>('POST', `/rooms/${slug}/invites`, draft))?.invite ?? null;

export const cancelInvite = (slug: string, code: string): Promise<boolean> =>
  done('DELETE', `/rooms/${slug}/invites/${code}`);

export type Flag = 'archive' | 'pin' | 'mute';

const fieldOf = { archive: 'archived', pin: 'pinned_to_top', mute: 'muted' } as const;

export async function setFlag(slug: string, flag: Flag, on: boolean): Promise<void> {
  if (!(await done(on ? 'PUT' : 'DELETE', `/rooms/${slug}/${flag}`))) return;
  app.set((state) => ({ rooms: changed(state.rooms, slug, { [fieldOf[flag]]: on }) }));
}

export async function deleteRoom(slug: string): Promise<void> {
  if (await done('DELETE', `/rooms/${slug}?for=everyone`)) loseRoom(slug);
}

const HAPPENINGS = 200;

/** Throws the refusal: the panel shows it. */
export const loadHappenings = async (slug: string): Promise<Message[]> =>
  (await authorized<{ events: Message[] }>('GET', `/rooms/${slug}/events?limit=${HAPPENINGS}`)).events;

export interface ShortLink {
  handle: string;
  url: string;
  stars: number;
}

/** Throws the refusal: the form shows it at its field. */
export async function buyShortLink(slug: string, handle: string): Promise<ShortLink> {
  const link = await authorized<ShortLink>('PUT', `/rooms/${slug}/vanity`, { handle });
  app.set(({ account }) => ({ account: account && { ...account, stars: link.stars } }));
  return link;
}

export interface Explanation {
  allowed: boolean;
  reason: string;
  decided_by: { seq: number; type: string } | null;
}

export interface Question {
  account: string;
  permission: string;
  /** The entry as of which it is asked; empty is now. */
  at: string;
}

export function explainPermission(slug: string, { account, permission, at }: Question): Promise<Explanation | null> {
  const query = new URLSearchParams({ account_id: account, permission, ...(at && { at_seq: at }) });
  return ask<Explanation>('GET', `/rooms/${slug}/permissions/explain?${query}`);
}
