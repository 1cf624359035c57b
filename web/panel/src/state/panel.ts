/** The initial data of the panel: account, organization, role and options. */
import { wireOf } from '#page/app/api.js';
import { createStore } from '#page/app/store.js';
import type { Organization, OrganizationRole, Panel } from '../api-types.js';
import { call, onRoleRefused, onSessionRevoked } from '../net/api.js';
import { clearSession, onSessionChange, readSession } from '../net/session.js';
import { language, onLanguageChange } from '../text/text.js';
import { notifyError } from './notice.js';

/** `failed`: the service did not respond, and the session is still stored. */
export type Phase = 'starting' | 'linking' | 'open' | 'failed';

interface PanelState {
  phase: Phase;
  panel: Panel | null;
  /** True if the session was revoked from elsewhere. */
  wasCutOff: boolean;
}

export const panel = createStore<PanelState>({ phase: 'starting', panel: null, wasCutOff: false });

export async function start(): Promise<void> {
  onSessionRevoked(() => panel.set({ phase: 'linking', panel: null, wasCutOff: true }));
  onSessionChange(() => void enter());
  const again = () => void (panel.get().phase === 'open' && reload());
  onLanguageChange(again);
  // When the person returns to the tab, changes by operators and team members are loaded.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && again()));
  onRoleRefused((error) => {
    // The form that was refused may go with the role, so the reason is said apart from it.
    notifyError(error);
    again();
  });
  await enter();
}

/** Loads the panel with the session of this browser, if there is one. */
export async function enter(): Promise<void> {
  if (!readSession()) return panel.set({ phase: 'linking', panel: null, wasCutOff: false });
  try {
    panel.set({ panel: await read(), phase: 'open', wasCutOff: false });
  } catch {
    // A revoked session has set its own phase; any other error may be temporary.
    if (readSession()) panel.set({ phase: 'failed' });
  }
}

/** Called after every change of the initial data. */
export async function reload(): Promise<void> {
  try {
    panel.set({ panel: await read() });
  } catch (error) {
    notifyError(error);
  }
}

const read = () => call('GET /api/panel/me', { query: { lang: language() } });

/** Stores the organization that the response to a change contains. */
export function takeOrganization({ organization, role }: { organization: Organization; role: OrganizationRole }): void {
  panel.set(({ panel: held }) => {
    const { billing, balances } = organization;
    return held ? { panel: { ...held, organization, role, billing, balances } } : {};
  });
}

/** Signing out removes the link, so it also disappears from the account's list of browsers. */
export async function signOut(): Promise<void> {
  try {
    const session = readSession();
    if (session) await call('DELETE /api/me/panels/{id}', { path: { id: session.linkId } });
  } catch (error) {
    const { code } = wireOf(error);
    if (code !== 'not_found' && code !== 'unauthorized') return notifyError(error);
  }
  clearSession();
  panel.set({ phase: 'linking', panel: null, wasCutOff: false });
}
