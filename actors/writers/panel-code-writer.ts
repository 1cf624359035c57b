/** QR codes of panels, before an account has confirmed them. */
import type { PanelCode } from '#src/domain/organizations/panel-link.js';
import { RefusalError } from '#src/errors.js';
import { type Store, StoreUnavailable } from '#src/store/store.js';
import type { PanelCodes } from './commands.js';

export function createPanelCodes(store: Store): PanelCodes {
  return {
    async open(given) {
      const doc: PanelCode = { ...given, account: null, link: null };
      try {
        await store.write([{ op: 'put', in: 'panelCodes', doc: { ...doc } }]);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
      }
    },
  };
}
