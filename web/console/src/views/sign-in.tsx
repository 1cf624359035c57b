import { useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { loadAccess } from '../state/access.js';
import { problemOf } from '../state/notice.js';
import { session, signIn } from '../state/session.js';
import { useText } from '../text/text.js';

export function SignIn() {
  const text = useText();
  const { expired } = useStore(session);
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!key.trim() || isAsking) return;
    setAsking(true);
    try {
      if (await loadAccess(key.trim())) signIn(key.trim());
      else setProblem(text.wrongKey);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setAsking(false);
  };
  const shown = problem ?? (expired ? text.keyExpired : null);
  return (
    <main class="entry">
      <form class="entry-card sign-in" onSubmit={(event) => void submit(event)}>
        <Logo size={56} />
        <h1>{text.title}</h1>
        <p class="entry-tagline">{text.tagline}</p>
        {shown && (
          <p class="form-error" role="alert" data-testid="key-problem">
            {shown}
          </p>
        )}
        <label class="field">
          <span>{text.key}</span>
          <input
            class="input"
            type="password"
            autocomplete="off"
            data-testid="console-key"
            aria-describedby="key-hint"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <p class="entry-hint" id="key-hint">
          {text.keyHint}
        </p>
        <button type="submit" class="button button-wide" data-testid="console-enter" disabled={isAsking}>
          {text.enter}
        </button>
      </form>
      <LanguageChoice />
    </main>
  );
}
