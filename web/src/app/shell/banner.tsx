import { useEffect, useReducer, useState } from 'preact/hooks';
import { queuedIn } from '#page/composer/outbox/queued-messages.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { Icon } from '#page/ui/icon.js';
import { notify } from '../app-state.js';
import { openPage } from '../page.js';
import { retryNow } from '../retry.js';
import { sentenceOf, useText } from '../text/text.js';
import { toast } from '../toast.js';
import { useApp } from '../use-app.js';
import { useStore } from '../use-store.js';

const SHOWN_AFTER_MS = 900;
const NOTICE_MS = 6000;
const BACK_MS = 2500;
const TICK_MS = 500;

/** The connection banner, and errors that belong to no form. */
export function Banner() {
  return (
    <div class="banners" aria-live="polite">
      <ConnectionBanner />
      <Notice />
      <Toast />
    </div>
  );
}

/** A short disconnection is not shown; a longer one is, and so is the reconnection. */
function ConnectionBanner() {
  const text = useWritingText();
  const { isLost, isBack } = useLoss();
  const draining = useApp((state) => state.draining);
  const waiting = queuedIn(useApp((state) => state.outbox)).length;
  if (!draining && !isLost) return isBack ? <p class="banner banner-good">{text.backAgain}</p> : null;
  return (
    <div class="banner" data-testid="connection-banner">
      <Icon name="offline" size={18} />
      <span>
        {whatIsWrong(draining, text)} {text.keptHere}
      </span>
      {waiting > 0 && (
        <button
          type="button"
          class="link"
          data-testid="waiting-count"
          onClick={() => openPage({ type: 'queued-messages' })}
        >
          {text.waiting(waiting)}
        </button>
      )}
      {isLost && <NextTry />}
    </div>
  );
}

function whatIsWrong(draining: boolean, text: ReturnType<typeof useWritingText>): string {
  if (draining) return text.restarting;
  return navigator.onLine ? text.noAnswer : text.noNetwork;
}

function useLoss(): { isLost: boolean; isBack: boolean } {
  const connection = useApp((state) => state.connection);
  const [shown, setShown] = useState<'well' | 'lost' | 'back'>('well');
  useEffect(() => {
    if (connection === 'online') setShown((before) => (before === 'lost' ? 'back' : before));
    const timer = setTimeout(
      () => setShown(connection === 'online' ? 'well' : 'lost'),
      connection === 'online' ? BACK_MS : SHOWN_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [connection]);
  return { isLost: shown === 'lost', isBack: shown === 'back' };
}

/** The countdown is hidden from screen readers, which would announce every second. */
function NextTry() {
  const text = useWritingText();
  const retryAt = useApp((state) => state.retryAt);
  const [, tick] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = retryAt === null ? 0 : Math.ceil((retryAt - Date.now()) / 1000);
  return (
    <span class="banner-try" aria-live="off">
      <span data-testid="next-try">{left > 0 ? text.nextTry(left) : text.trying}</span>
      <button type="button" class="link" data-testid="try-now" disabled={retryAt === null} onClick={retryNow}>
        {text.tryNow}
      </button>
    </span>
  );
}

/** Says that something was done. */
function Toast() {
  const { line, turn } = useStore(toast);
  const [gone, setGone] = useState(turn);
  useEffect(() => {
    const timer = setTimeout(() => setGone(turn), BACK_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  if (line === '' || gone === turn) return null;
  return (
    <p class="banner banner-good" role="status" data-testid="toast">
      {line}
    </p>
  );
}

function Notice() {
  const text = useText();
  const notice = useApp((state) => state.notice);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => notify(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  if (!notice) return null;
  return (
    <p class="banner banner-error" role="alert" data-testid="notice">
      {sentenceOf(text, notice)}
      <button type="button" class="icon-button" aria-label={text.close} onClick={() => notify(null)}>
        <Icon name="close" size={16} />
      </button>
    </p>
  );
}
