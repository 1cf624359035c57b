/** From an empty page to a person in the chat, and back. */
import { ApiError, authorized, call, wireOf } from '../net/api.js';
import { developerLogin, isLoginWanted, isReturning, providerLogin, returnedWith, startLogin } from '../net/login.js';
import { clearSession, onSessionChange, readSession, type Session } from '../net/session.js';
import { onLanguageChange } from '../text/text.js';
import type { Account, ClientConfig } from '../wire.js';
import { app, initialState, notify } from './app-state.js';
import { connect, disconnect } from './connection.js';
import { tellDevice } from './device.js';
import { forgetEntries } from './entry-cards.js';
import { forgetFaces } from './faces.js';
import { restoreOutbox } from './outbox-actions.js';
import { deleteAccount } from './people-actions.js';
import { readsKeyOf } from './reads-key.js';
import { followAddress, refreshRooms } from './room-actions.js';

const AGAIN_AFTER_MS = 2000;

export async function start(): Promise<void> {
  addEventListener('hashchange', () => app.get().phase === 'chat' && void followAddress());
  onSessionChange(followOtherTabs);
  onLanguageChange(() => app.get().phase === 'chat' && void tellDevice());
  await boot();
}

function followOtherTabs(session: Session | null): void {
  const { phase, account } = app.get();
  if (!session) toLogin();
  else if (phase === 'login') void boot();
  else if (session.accountId !== account?.id) location.reload();
}

/** Asks for what the page needs to begin; without an answer it asks again. */
async function boot(): Promise<void> {
  const isBack = isReturning();
  try {
    app.set({ config: await call<ClientConfig>('GET', '/client-config'), notice: null });
    const account = isBack ? await comeBack() : await accountOfSession();
    if (account) return enter(account);
    app.set({ phase: 'login' });
    if (isLoginWanted()) await loginWithProvider();
  } catch (error) {
    notify(wireOf(error));
    if (wireOf(error).code === 'network' || (isPassing(error) && !isBack))
      setTimeout(() => void boot(), AGAIN_AFTER_MS);
    else app.set({ phase: 'login' });
  }
}

/** A service that starts or is overloaded says nothing about the login. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** From the provider: logged in, or with the proof that the account is one's own to delete. */
async function comeBack(): Promise<Account | null> {
  const { purpose, proof } = returnedWith();
  if (purpose === 'login') return providerLogin(proof);
  try {
    await deleteAccount(proof);
    return null;
  } catch (error) {
    // The account is still there, and so is the login.
    setTimeout(() => notify(wireOf(error)));
    return accountOfSession();
  }
}

async function accountOfSession(): Promise<Account | null> {
  if (!readSession()) return null;
  try {
    return (await authorized<{ account: Account }>('GET', '/me')).account;
  } catch (error) {
    if (isPassing(error)) throw error;
    clearSession();
    return null;
  }
}

/** The account decides what comes next: its name, or the rooms. */
function enter(account: Account): void {
  app.set({ account, phase: account.username === null ? 'username' : 'chat', notice: null });
  if (account.username === null) return;
  restoreOutbox();
  connect({ loggedOut: toLogin, usernameNeeded: () => app.set({ phase: 'username' }) });
  void refreshRooms().then(followAddress);
  void tellDevice();
  void tellWhatWasRead(account.id);
}

/** Left over from an earlier visit; the code for it comes only when there is something. */
async function tellWhatWasRead(accountId: string): Promise<void> {
  if (localStorage.getItem(readsKeyOf(accountId)) === null) return;
  const { flushReadsIn } = await import('./read-events.js');
  flushReadsIn(0);
}

export async function loginWithProvider(): Promise<void> {
  const oidc = app.get().config?.oidc;
  if (oidc) await attempt(() => startLogin(oidc));
}

export const loginAsDeveloper = (name: string): Promise<void> => attempt(async () => enter(await developerLogin(name)));

async function attempt(login: () => Promise<void>): Promise<void> {
  notify(null);
  try {
    await login();
  } catch (error) {
    notify(wireOf(error));
  }
}

/** Throws the refusal: the form shows it at its field. */
export async function chooseUsername(username: string): Promise<void> {
  const { account } = await authorized<{ account: Account }>('PUT', '/me/username', { username });
  enter(account);
}

export async function logout(): Promise<void> {
  const session = readSession();
  toLogin();
  clearSession();
  if (!session) return;
  // Closing the session is asked for once; without an answer the tokens are forgotten here all the same.
  await call('POST', '/auth/logout', { body: { refresh_token: session.refresh } }).catch((error) =>
    notify(wireOf(error)),
  );
}

/** Developer accounts need no more than the wish; the others prove once more who they are. */
export async function leaveForGood(): Promise<void> {
  try {
    await deleteAccount();
  } catch (error) {
    const oidc = app.get().config?.oidc;
    if (wireOf(error).code !== 'invalid_request' || !oidc) return notify(wireOf(error));
    await attempt(() => startLogin(oidc, 'deletion'));
  }
}

function toLogin(): void {
  disconnect();
  forgetFaces();
  forgetEntries();
  clearSession();
  app.set({ ...initialState, config: app.get().config, phase: 'login' });
}
