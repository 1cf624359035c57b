import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/state/use-store.js';
import { Icon } from '#page/views/icon.js';
import { notice } from '../state/notice.js';
import { useText } from '../text/text.js';

const SHOWN_MS = 4_000;

/** It goes by itself, unless it is a problem. */
export function NoticeLine() {
  const text = useText();
  const { line, isProblem, turn } = useStore(notice);
  const [gone, setGone] = useState(turn);
  useEffect(() => {
    if (isProblem || turn === 0) return;
    const timer = setTimeout(() => setGone(turn), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [turn, isProblem]);
  const isShown = line !== '' && gone !== turn;
  return (
    <div class="desk-notice" role="status" aria-live="polite" data-testid="notice">
      {isShown && (
        <p class={isProblem ? 'is-problem' : ''} key={turn}>
          {line}
          {isProblem && (
            <button type="button" class="icon-button" title={text.close} onClick={() => setGone(turn)}>
              <Icon name="close" size={16} />
              <span class="unseen">{text.close}</span>
            </button>
          )}
        </p>
      )}
    </div>
  );
}
