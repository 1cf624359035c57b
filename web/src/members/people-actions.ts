/** Reads and actions on the own account and on other people. */
import type { IdentityProof } from '#sdk/identity.js';
import type { Account, LoginSession, Profile, ProfileCard } from '../api-types.js';
import { call } from '../app/api.js';
import { app, myId } from '../app/app-state.js';
import { ask, done } from '../app/ask.js';
import { client } from '../app/client.js';
import { goTo } from '../app/navigate.js';
import { closePage } from '../app/page.js';
import { clearLocalData } from '../login/local-data.js';
import { withRoom } from '../rooms/room-list-updates.js';

const takeAccount = (account: Account): void => app.set({ account });

export async function refreshMe(): Promise<void> {
  const answer = await ask('GET /api/me');
  if (answer) takeAccount(answer.account);
}

/** Throws the error, because the form shows it at its fields. */
export async function saveProfile(profile: Partial<Profile>): Promise<void> {
  takeAccount((await call('PUT /api/me/profile', { body: profile })).account);
}

/** Throws the error, because the form shows it at its fields. */
export async function rename(username: string): Promise<void> {
  takeAccount(await client.chooseUsername(username));
}

/** Throws the error, as the next three do, because the view shows it. */
export const loadStars = () => call('GET /api/me/stars');
export const loadContacts = () => call('GET /api/contacts');
/** Of the account itself if no username is given. */
export const loadFollows = (which: 'followers' | 'following', username: string | null) =>
  username === null ? call(`GET /api/me/${which}`) : call(`GET /api/users/{username}/${which}`, { path: { username } });
export const loadCard = (username: string) => ask('GET /api/users/{username}', { path: { username } });

export async function setFollow(username: string, on: boolean): Promise<ProfileCard | null> {
  await ask(`${on ? 'POST' : 'DELETE'} /api/users/{username}/follow`, { path: { username } });
  void refreshMe();
  return loadCard(username);
}

export const loadBlocks = () => call('GET /api/me/blocks');
export const setBlock = (id: string, on: boolean): Promise<boolean> =>
  done(`${on ? 'PUT' : 'DELETE'} /api/me/blocks/{account_id}`, { path: { account_id: id } });

export async function openDm(username: string): Promise<void> {
  const answer = await ask('POST /api/dm/{username}', { path: { username } });
  if (!answer) return;
  app.set((state) => ({ rooms: withRoom(state.rooms, answer.room) }));
  closePage();
  goTo(answer.room.slug);
}

export const loadOwnRooms = () => call('GET /api/me/rooms');

export const loadSessions = () => call('GET /api/me/sessions');

export const closeSession = (id: string) => done('DELETE /api/me/sessions/{id}', { path: { id } });

/** Sequential, so that a session that has ended in the meantime does not stop the others from being closed. */
export async function closeOtherSessions(others: LoginSession[]): Promise<void> {
  for (const { id } of others) await closeSession(id);
}

export const isNameFree = async (username: string): Promise<boolean> =>
  (await call('GET /api/usernames/available', { query: { username } })).available;

export const startExport = () => ask('POST /api/me/export');
export const viewExport = (id: string) => ask('GET /api/me/exports/{id}', { path: { id } });

/** `proof`: a fresh code of the identity provider; developer accounts need none. Throws the error. */
export async function deleteAccount(proof: Partial<IdentityProof> = {}): Promise<void> {
  await call('DELETE /api/me', { body: proof });
  clearLocalData(localStorage, myId());
  await client.endSession();
  location.assign('/');
}
