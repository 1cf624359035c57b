import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { isLoginRequested, isReturning } from '#page/login/provider-redirect.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { loadAccess } from '../state/access.js';
import { beginIdentityLogin, finishIdentityLogin, isThisPage } from '../state/identity-login.js';
import { problemOf } from '../state/notice.js';
import { session, signIn } from '../state/session.js';
import { useText } from '../text/text.js';
import { IdentityButton, useIdentityOffer } from './identity-button.js';

export function SignIn() {
  const text = useText();
  const { expired } = useStore(session);
  const { key, setKey, problem, isAsking, submit, begin } = useSignIn();
  const isOffered = useIdentityOffer();
  const shown = problem ?? (expired && text.expired[expired]);
  return (
    <main class="entry">
      <form class="entry-card sign-in" onSubmit={submit}>
        <Logo size={56} />
        <h1>{text.title}</h1>
        <p class="entry-tagline">{text.tagline}</p>
        {shown && (
          <p class="form-error" role="alert" data-testid="key-problem">
            {shown}
          </p>
        )}
        {isOffered && <IdentityButton isBusy={isAsking} onBegin={begin} />}
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
        <button
          type="submit"
          class={isOffered ? 'button button-quiet button-wide' : 'button button-wide'}
          data-testid="console-enter"
          disabled={isAsking}
        >
          {text.enter}
        </button>
      </form>
      <LanguageChoice />
    </main>
  );
}

function useSignIn() {
  const text = useText();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const attempt = async (work: () => Promise<string | null>) => {
    setAsking(true);
    try {
      setProblem(await work());
    } catch (error) {
      setProblem(problemOf(error));
    }
    setAsking(false);
  };
  const begin = () => void attempt(() => beginIdentityLogin().then(() => null));
  useEffect(() => {
    if (isReturning()) void attempt(enterByIdentity);
    else if (isLoginRequested(location.pathname)) begin();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    if (key.trim() && !isAsking) void attempt(async () => ((await enter(key.trim())) ? null : text.wrongKey));
  };
  return { key, setKey, problem, isAsking, submit, begin };
}

async function enter(key: string): Promise<boolean> {
  const access = await loadAccess(key);
  if (access) signIn(key);
  return access !== null;
}

async function enterByIdentity(): Promise<null> {
  const { key, back } = await finishIdentityLogin();
  await enter(key);
  if (!isThisPage(back)) location.replace(back);
  return null;
}
