import { useStore } from '#page/app/use-store.js';
import { panel } from './panel.js';

/** The initial data. Use it only inside the shell, which renders after the data is loaded. */
export function usePanel() {
  const { panel: held } = useStore(panel);
  if (!held) throw new Error('The panel is not open.');
  return held;
}

/** The same, for sections that need an organization. */
export function useOrganization() {
  const { organization, role } = usePanel();
  if (!organization || !role) throw new Error('There is no organization.');
  return { organization, role, mayManage: role === 'owner' || role === 'admin' };
}
