/** Starts the page, logs in and enters the chat. */

import { isRefusal, type MeydanError } from '#sdk/errors.js';
import type { Session } from '#sdk/storage.js';
import type { Account } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { app, initialState, notify } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { browserSession } from '../app/browser-session.js';
import { client } from '../app/client.js';
import { connect, followClient } from '../app/connection.js';
import { openPage } from '../app/page.js';
import { registerDevice } from '../app/register-device.js';
import { onLanguageChange } from '../app/text/text.js';
import { clearEntries } from '../discover/linked-entries.js';
import { readsKeyOf } from '../discover/read-events/read-events-key.js';
import { clearAvatars } from '../members/avatars.js';
import { deleteAccount } from '../members/people-actions.js';
import { followAddress, refreshRooms } from '../rooms/room-actions.js';
import { takeSharedText } from '../share/shared-text.js';
import { PAGE, returnedWith, startLogin } from './login-redirect.js';
import { isLoginRequested, isReturning } from './provider-redirect.js';

const AGAIN_AFTER_MS = 2000;

export async function start(): Promise<void> {
  addEventListener('hashchange', () => app.get().phase === 'chat' && void followAddress());
  followClient({ loggedOut: toLogin, usernameNeeded: () => app.set({ phase: 'username' }), suspended: toSuspended });
  client.on('session', (session) => session && followOtherTabs(session));
  onLanguageChange(() => app.get().phase === 'chat' && void registerDevice());
  await boot();
}

function followOtherTabs(session: Session): void {
  const { phase, account } = app.get();
  if (phase === 'login') void boot();
  else if (session.accountId !== account?.id) location.reload();
}

/** Loads the configuration and the session; retries on an error. */
export async function boot(): Promise<void> {
  const isBack = isReturning();
  try {
    app.set({ config: await client.request('GET /api/client-config', { token: null }), notice: null });
    const account = isBack ? await comeBack() : await accountOfSession();
    if (account) return enter(account);
    app.set({ phase: 'login' });
    if (isLoginRequested(PAGE)) await loginWithProvider();
  } catch (error) {
    if (isRefusal(error, 'account_suspended')) return toSuspended(error);
    notifyError(error);
    // A code of the provider can be used once, so it is not sent again after a response.
    if (!isBack || isRefusal(error, 'network')) setTimeout(() => void boot(), AGAIN_AFTER_MS);
    else app.set({ phase: 'login' });
  }
}

/** Completes the provider's redirect: a login, or the proof that an account deletion needs. */
async function comeBack(): Promise<Account | null> {
  const { purpose, proof } = returnedWith();
  if (purpose === 'login') return client.loginIdentity(proof);
  try {
    await deleteAccount(proof);
    return null;
  } catch (error) {
    // The deletion failed, so the account and its session remain.
    setTimeout(() => notify(wireOf(error)));
    return accountOfSession();
  }
}

async function accountOfSession(): Promise<Account | null> {
  try {
    const account = await client.resume();
    return account && account;
  } catch (error) {
    // An ended session has been removed by now; any other error may be temporary.
    if (browserSession.load() !== null) throw error;
    return null;
  }
}

/** Shows the username form, or the chat. */
function enter(account: Account): void {
  app.set({ account, phase: account.username === null ? 'username' : 'chat', notice: null });
  if (account.username === null) return;
  connect();
  void refreshRooms().then(followAddress).then(offerSharedText);
  void registerDevice();
  void flushReads(account.id);
}

/** A text that another app shared waits until the chat is shown. */
function offerSharedText(): void {
  const text = takeSharedText();
  if (text !== null) openPage({ type: 'share', text });
}

/** Sends read events of an earlier visit; the code is loaded only when there are some. */
async function flushReads(accountId: string): Promise<void> {
  if (localStorage.getItem(readsKeyOf(accountId)) === null) return;
  const { flushReadsIn } = await import('../discover/read-events/read-events.js');
  flushReadsIn(0);
}

export async function loginWithProvider(): Promise<void> {
  const oidc = app.get().config?.oidc;
  if (oidc) await attempt(() => startLogin(oidc));
}

export const loginAsDeveloper = (name: string): Promise<void> =>
  attempt(async () => enter(await client.loginDeveloper(name)));

async function attempt(login: () => Promise<void>): Promise<void> {
  notify(null);
  try {
    await login();
  } catch (error) {
    if (isRefusal(error, 'account_suspended')) return toSuspended(error);
    notifyError(error);
  }
}

/** Throws the error, because the form shows it at its field. */
export async function chooseUsername(username: string): Promise<void> {
  enter(await client.chooseUsername(username));
}

/** Developer accounts need no proof; other accounts log in once more to prove their identity. */
export async function deleteOwnAccount(): Promise<void> {
  try {
    await deleteAccount();
  } catch (error) {
    const oidc = app.get().config?.oidc;
    if (wireOf(error).code !== 'invalid_request' || !oidc) return notify(wireOf(error));
    await attempt(() => startLogin(oidc, 'deletion'));
  }
}

function toSuspended({ until, reason }: MeydanError): void {
  app.set({ phase: 'suspended', suspension: { until, reason }, notice: null });
}

/** Called for each signal of the end: from the service, and from another tab that had it first. */
function toLogin(): void {
  client.disconnect();
  clearAvatars();
  clearEntries();
  const { config, sessionOver } = app.get();
  app.set({ ...initialState, config, sessionOver, phase: 'login' });
}
