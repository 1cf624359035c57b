/** The browsers that are linked to the account, and one more of them. */
import { authorized } from '../net/api.js';
import { ask } from './admin-actions.js';

export interface PanelLink {
  id: string;
  label: string | null;
  linked_at: number;
  last_used_at: number | null;
}

/** A code that was looked up: what its browser calls itself. */
export interface ShownCode {
  code: string;
  label: string | null;
}

export const loadPanels = async (): Promise<PanelLink[] | null> =>
  (await ask<{ panels: PanelLink[] }>('GET', '/me/panels'))?.panels ?? null;

export const unlinkPanel = (id: string) => ask('DELETE', `/me/panels/${id}`);

/** The code itself, or all that the QR code says. */
export const codeIn = (typed: string): string => /[?&]code=([\w-]+)/.exec(typed)?.[1] ?? typed.trim();

/** Throws the refusal: the form shows it at its field. */
export async function viewCode(typed: string): Promise<ShownCode> {
  const code = codeIn(typed);
  const { label } = await authorized<{ label: string | null }>('GET', `/me/panels/codes/${encodeURIComponent(code)}`);
  return { code, label };
}

/** Throws the refusal, as above. */
export const linkPanel = ({ code }: ShownCode) => authorized<{ panel: PanelLink }>('POST', '/me/panels', { code });
