/** The own account and other people: what is read of them, and what the person does. */
import { authorized } from '../net/api.js';
import { client } from '../net/client.js';
import type {
  Account,
  ContactPerson,
  DataExport,
  LoginSession,
  Person,
  Profile,
  ProfileCard,
  Room,
  StarEntry,
} from '../wire.js';
import { ask } from './admin-actions.js';
import { app, myId } from './app-state.js';
import { dropTraces } from './device-traces.js';
import { closePage } from './page.js';
import { goTo } from './room-actions.js';
import { withRoom } from './room-list.js';

const takeAccount = (account: Account): void => app.set({ account });

export async function refreshMe(): Promise<void> {
  const answer = await ask<{ account: Account }>('GET', '/me');
  if (answer) takeAccount(answer.account);
}

/** Throws the refusal: the form shows it at its fields. */
export async function saveProfile(profile: Partial<Profile>): Promise<void> {
  takeAccount((await authorized<{ account: Account }>('PUT', '/me/profile', profile)).account);
}

/** Throws the refusal: the form shows it at its fields. */
export async function rename(username: string): Promise<void> {
  takeAccount((await client.chooseUsername(username)) as unknown as Account);
}

export const loadStars = () => ask<{ balance: number; entries: StarEntry[] }>('GET', '/me/stars');
export const loadContacts = () => ask<{ people: ContactPerson[] }>('GET', '/contacts');
/** Of the account itself without a name. Throws the refusal, as the lists below do: the part shows it. */
export const loadFollows = (which: 'followers' | 'following', username: string | null) =>
  authorized<{ people: Person[] }>(
    'GET',
    username === null ? `/me/${which}` : `/users/${encodeURIComponent(username)}/${which}`,
  );
export const loadCard = (username: string) => ask<ProfileCard>('GET', `/users/${encodeURIComponent(username)}`);

export async function setFollow(username: string, on: boolean): Promise<ProfileCard | null> {
  await ask(on ? 'POST' : 'DELETE', `/users/${encodeURIComponent(username)}/follow`);
  void refreshMe();
  return loadCard(username);
}

export const loadBlocks = () => authorized<{ people: Person[] }>('GET', '/me/blocks');
export const setBlock = (id: string, on: boolean) => ask(on ? 'PUT' : 'DELETE', `/me/blocks/${id}`);

export async function openDm(username: string): Promise<void> {
  const answer = await ask<{ room: Room }>('POST', `/dm/${encodeURIComponent(username)}`);
  if (!answer) return;
  app.set((state) => ({ rooms: withRoom(state.rooms, answer.room) }));
  closePage();
  goTo(answer.room.slug);
}

export const loadOwnRooms = () => authorized<{ founded: Room[]; administered: Room[] }>('GET', '/me/rooms');

export const loadSessions = () => authorized<{ sessions: LoginSession[] }>('GET', '/me/sessions');

export const closeSession = (id: string) => ask('DELETE', `/me/sessions/${id}`);

/** One after the other: a session that ends in the meantime does not keep the rest open. */
export async function closeOtherSessions(others: LoginSession[]): Promise<void> {
  for (const { id } of others) await closeSession(id);
}

export const isNameFree = async (username: string): Promise<boolean> =>
  (await authorized<{ available: boolean }>('GET', `/usernames/available?${new URLSearchParams({ username })}`))
    .available;

export const startExport = () => ask<{ export: DataExport }>('POST', '/me/export');
export const viewExport = (id: string) => ask<{ export: DataExport }>('GET', `/me/exports/${id}`);

/** `proof`: a fresh code of the identity provider; developer accounts need none. Throws the refusal. */
export async function deleteAccount(proof: object = {}): Promise<void> {
  await authorized('DELETE', '/me', proof);
  dropTraces(localStorage, myId());
  await client.endSession();
  location.assign('/');
}
