/** The browsers that are linked as business panels. */

import type { PanelLink } from '../api-types.js';
import { call } from '../app/api.js';
import { done } from '../app/ask.js';

/** A looked-up code, with the name of its browser. */
export interface ShownCode {
  code: string;
  label: string | null;
}

/** Throws the error, because the view shows it. */
export const loadPanels = async (): Promise<PanelLink[]> => (await call('GET /api/me/panels')).panels;

export const unlinkPanel = (id: string) => done('DELETE /api/me/panels/{id}', { path: { id } });

/** The code, extracted from the content of the QR code if necessary. */
export const codeIn = (typed: string): string => /[?&]code=([\w-]+)/.exec(typed)?.[1] ?? typed.trim();

/** Throws the error, because the form shows it at its field. */
export async function viewCode(typed: string): Promise<ShownCode> {
  const code = codeIn(typed);
  const { label } = await call('GET /api/me/panels/codes/{code}', { path: { code } });
  return { code, label };
}

/** Throws the error, because the form shows it at its field. */
export const linkPanel = ({ code }: ShownCode) => call('POST /api/me/panels', { body: { code } });
