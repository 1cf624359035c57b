/** The browsers that are linked to the account, and one more of them. */

import type { PanelLink } from '../api-types.js';
import { call } from '../app/api.js';
import { ask, done } from '../app/ask.js';

/** A code that was looked up: what its browser calls itself. */
export interface ShownCode {
  code: string;
  label: string | null;
}

export const loadPanels = async (): Promise<PanelLink[] | null> => (await ask('GET /api/me/panels'))?.panels ?? null;

export const unlinkPanel = (id: string) => done('DELETE /api/me/panels/{id}', { path: { id } });

/** The code itself, or all that the QR code says. */
export const codeIn = (typed: string): string => /[?&]code=([\w-]+)/.exec(typed)?.[1] ?? typed.trim();

/** Throws the refusal: the form shows it at its field. */
export async function viewCode(typed: string): Promise<ShownCode> {
  const code = codeIn(typed);
  const { label } = await call('GET /api/me/panels/codes/{code}', { path: { code } });
  return { code, label };
}

/** Throws the refusal, as above. */
export const linkPanel = ({ code }: ShownCode) => call('POST /api/me/panels', { body: { code } });
