import { useEffect, useReducer } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { app } from '../app/app-state.js';
import { clockOf } from '../app/text/duration.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { rightsIn } from '../members/rights.js';
import { type SendBlock, withoutSendBlock } from './send-blocks.js';

const TICK_MS = 500;

/** The current send block of a room; it ends by itself at its end time. */
export function useSendBlock(slug: string): SendBlock | null {
  const hold = useApp((state) => state.sendBlocks[slug] ?? null);
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    if (!hold) return undefined;
    const look = () => {
      if (hold.until <= Date.now()) app.set((state) => ({ sendBlocks: withoutSendBlock(state.sendBlocks, slug) }));
      else tick();
    };
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [hold, slug]);
  return hold && hold.until > Date.now() ? hold : null;
}

export function ComposerBlocked({ room, hold }: { room: Room; hold: SendBlock | null }) {
  const text = useText();
  const left = hold ? Math.ceil((hold.until - Date.now()) / 1000) : 0;
  if (hold?.kind === 'muted') {
    return (
      <p class="composer-hold" role="status" data-testid="composer-muted">
        {text.youAreMuted(momentName(hold.until, text), clockOf(left))}
      </p>
    );
  }
  if (!rightsIn(room).say) {
    return (
      <p class="composer-hold" role="status">
        {text.notSaying}
      </p>
    );
  }
  if (!hold) return null;
  return (
    <p class="composer-hold" role="status" data-testid="composer-slow">
      {text.slowModeWait(clockOf(left))}
    </p>
  );
}
