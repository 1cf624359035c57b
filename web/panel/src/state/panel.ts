/** What the panel begins with: whose it is, which organization, what can be chosen. */
import { wireOf } from '#page/app/api.js';
import { createStore } from '#page/app/store.js';
import type { Organization, OrganizationRole, Panel } from '../api-types.js';
import { call, onCutOff } from '../net/api.js';
import { clearSession, onSessionChange, readSession } from '../net/session.js';
import { language, onLanguageChange } from '../text/text.js';
import { sayProblem } from './notice.js';

/** `failed`: the service did not answer, and the session is still there. */
export type Phase = 'starting' | 'linking' | 'open' | 'failed';

interface PanelState {
  phase: Phase;
  panel: Panel | null;
  /** Why the session ended, if it did not end here. */
  wasCutOff: boolean;
}

export const panel = createStore<PanelState>({ phase: 'starting', panel: null, wasCutOff: false });

export async function start(): Promise<void> {
  onCutOff(() => panel.set({ phase: 'linking', panel: null, wasCutOff: true }));
  onSessionChange(() => void enter());
  const again = () => void (panel.get().phase === 'open' && reload());
  onLanguageChange(again);
  // Who comes back to the tab sees what operators and the rest of the team have done meanwhile.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && again()));
  await enter();
}

/** With the session of this browser, if there is one. */
export async function enter(): Promise<void> {
  if (!readSession()) return panel.set({ phase: 'linking', panel: null, wasCutOff: false });
  try {
    panel.set({ panel: await read(), phase: 'open', wasCutOff: false });
  } catch {
    // A session that was cut off has said so already; anything else may pass.
    if (readSession()) panel.set({ phase: 'failed' });
  }
}

/** After anything that changes what the panel begins with. */
export async function reload(): Promise<void> {
  try {
    panel.set({ panel: await read() });
  } catch (error) {
    sayProblem(error);
  }
}

const read = () => call('GET /api/panel/me', { query: { lang: language() } });

/** As the service answers a change. */
export function takeOrganization({ organization, role }: { organization: Organization; role: OrganizationRole }): void {
  panel.set(({ panel: held }) => {
    const { billing, balances } = organization;
    return held ? { panel: { ...held, organization, role, billing, balances } } : {};
  });
}

/** Signing out gives the session back: the link is cut, and whoever lent it sees that it is gone. */
export async function signOut(): Promise<void> {
  try {
    const session = readSession();
    if (session) await call('DELETE /api/me/panels/{id}', { path: { id: session.linkId } });
  } catch (error) {
    const { code } = wireOf(error);
    if (code !== 'not_found' && code !== 'unauthorized') return sayProblem(error);
  }
  clearSession();
  panel.set({ phase: 'linking', panel: null, wasCutOff: false });
}
