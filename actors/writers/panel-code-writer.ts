/** QR codes of panels, before an account has confirmed them and after their time. */
import type { Env } from '#actors/runtime/env.js';
import type { PanelCode } from '#src/domain/organizations/panel-link.js';
import { RefusalError } from '#src/errors.js';
import { type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import type { PanelCodes } from './commands.js';

const BATCH_MAX = 500;

export function createPanelCodes(store: Store, env: Pick<Env, 'now'>): PanelCodes {
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
    async sweep() {
      const range = { index: 'expiry', lte: env.now(), limit: BATCH_MAX };
      let swept = 0;
      for (;;) {
        const over = await store.range<PanelCode>('panelCodes', range);
        await store.write(over.map(({ _id }): Write => ({ op: 'del', in: 'panelCodes', id: _id })));
        swept += over.length;
        if (over.length < BATCH_MAX) return swept;
      }
    },
  };
}
