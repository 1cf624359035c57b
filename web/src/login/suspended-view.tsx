import { useEffect, useState } from 'preact/hooks';
import type { Suspension } from '../app/app-state.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { LanguageChoice } from '../ui/language-choice.js';
import { Logo } from '../ui/logo.js';
import { boot } from './session-actions.js';
import { logOut } from './session-end.js';
import { useSuspendedText } from './suspended-text.js';

/** A timer of a browser holds 24 days; an earlier attempt is refused, and sets the next one. */
const ATTEMPT_AFTER_MS = 3_600_000;

export function SuspendedView({ suspension }: { suspension: Suspension }) {
  const text = useSuspendedText();
  const page = useText();
  const { until, reason } = suspension;
  const [isTrying, setIsTrying] = useState(false);
  const attempt = async () => {
    setIsTrying(true);
    await boot();
    setIsTrying(false);
  };
  useAttemptAt(suspension);
  return (
    <main class="entry">
      <section class="entry-card" data-testid="suspended">
        <Logo size={48} />
        <h1>{text.title}</h1>
        <p data-testid="suspended-until">{until === null ? text.withoutEnd : text.until(momentName(until, page))}</p>
        {reason !== null && (
          <p data-testid="suspended-reason">
            {text.reason}: {reason}
          </p>
        )}
        <p class="entry-hint">{text.kept}</p>
        <button
          type="button"
          class="button button-wide"
          data-testid="suspended-again"
          disabled={isTrying}
          aria-busy={isTrying}
          onClick={() => void attempt()}
        >
          {text.tryAgain}
        </button>
        <button type="button" class="link" data-testid="suspended-logout" onClick={() => void logOut()}>
          {text.logout}
        </button>
      </section>
      <LanguageChoice />
    </main>
  );
}

/** Goes on by itself when the suspension ends. */
function useAttemptAt(suspension: Suspension): void {
  useEffect(() => {
    const { until } = suspension;
    if (until === null) return undefined;
    const timer = setTimeout(() => void boot(), Math.min(ATTEMPT_AFTER_MS, Math.max(1_000, until - Date.now())));
    return () => clearTimeout(timer);
  }, [suspension]);
}
