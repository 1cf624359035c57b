import { useState } from 'preact/hooks';
import { sentenceOf, useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { useWritingText } from '../composer/writing-text.js';
import { FormError } from '../ui/form-error.js';
import { LanguageChoice } from '../ui/language-choice.js';
import { Logo } from '../ui/logo.js';
import { loginAsDeveloper, loginWithProvider } from './session-actions.js';

export function LoginView() {
  const text = useText();
  const config = useApp((state) => state.config);
  const notice = useApp((state) => state.notice);
  return (
    <main class="entry">
      <section class="entry-card">
        <Logo size={64} />
        <h1>Meydan</h1>
        <p class="entry-tagline">{text.tagline}</p>
        <SessionOver />
        <FormError testId="login-error">{notice && sentenceOf(text, notice)}</FormError>
        {config?.oidc && <ProviderLogin />}
        {config?.dev_login && <DeveloperLogin />}
      </section>
      <LanguageChoice />
    </main>
  );
}

function SessionOver() {
  const text = useWritingText();
  const over = useApp((state) => state.sessionOver);
  if (!over) return null;
  return (
    <p class="form-error" role="status" data-testid="session-over">
      {text.sessionOver} {over === 'kept' && text.sessionOverKept}
    </p>
  );
}

function ProviderLogin() {
  const text = useText();
  return (
    <>
      <button type="button" class="button button-wide" data-testid="login-provider" onClick={() => loginWithProvider()}>
        {text.loginProvider}
      </button>
      <p class="entry-hint">{text.loginHint}</p>
    </>
  );
}

function DeveloperLogin() {
  const text = useText();
  const [name, setName] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (name.trim()) void loginAsDeveloper(name.trim());
  };
  return (
    <form class="entry-developer" onSubmit={submit}>
      <h2>{text.developerLogin}</h2>
      <p class="entry-hint">{text.developerHint}</p>
      <div class="field-row">
        <input
          class="input"
          data-testid="login-dev-name"
          aria-label={text.developerName}
          placeholder={text.developerName}
          maxLength={64}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="button button-quiet" data-testid="login-dev-submit" disabled={!name.trim()}>
          {text.enter}
        </button>
      </div>
    </form>
  );
}
