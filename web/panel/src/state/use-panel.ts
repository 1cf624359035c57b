import { useStore } from '#page/app/use-store.js';
import { panel } from './panel.js';

/** What the panel begins with; only to be used inside the shell, where it is there. */
export function usePanel() {
  const { panel: held } = useStore(panel);
  if (!held) throw new Error('The panel is not open.');
  return held;
}

/** And the organization, where a section needs one. */
export function useOrganization() {
  const { organization, role } = usePanel();
  if (!organization || !role) throw new Error('There is no organization.');
  return { organization, role, mayManage: role === 'owner' || role === 'admin' };
}
