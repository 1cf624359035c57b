import { useEffect, useState } from 'preact/hooks';
import type { Store } from '#page/app/store.js';
import { useStore } from '#page/app/use-store.js';
import { Icon } from '../icon.js';
import type { Notice } from './notices.js';

const SHOWN_MS = 4_000;

interface NoticeLineProps {
  of: Store<Notice>;
  /** The label of the button that closes an error. */
  close: string;
}

/** A success disappears by itself; an error stays. */
export function NoticeLine({ of, close }: NoticeLineProps) {
  const { line, isProblem, turn } = useStore(of);
  const [gone, setGone] = useState(turn);
  useEffect(() => {
    if (isProblem || turn === 0) return;
    const timer = setTimeout(() => setGone(turn), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [turn, isProblem]);
  const isShown = line !== '' && gone !== turn;
  return (
    <div class="workspace-notice" role="status" aria-live="polite" data-testid="notice">
      {isShown && (
        <p class={isProblem ? 'is-problem' : ''} key={turn}>
          {line}
          {isProblem && (
            <button type="button" class="icon-button" title={close} onClick={() => setGone(turn)}>
              <Icon name="close" size={16} />
              <span class="unseen">{close}</span>
            </button>
          )}
        </p>
      )}
    </div>
  );
}
