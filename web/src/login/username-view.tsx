import { useState } from 'preact/hooks';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { FormError } from '../ui/form-error.js';
import { Logo } from '../ui/logo.js';
import { chooseUsername } from './session-actions.js';
import { logOut } from './session-end.js';

export function UsernameView() {
  const text = useText();
  const [username, setUsername] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    chooseUsername(username.trim()).catch((refused: unknown) => setError(wireOf(refused)));
  };
  return (
    <main class="entry">
      <form class="entry-card" onSubmit={submit}>
        <Logo size={48} />
        <h1>{text.chooseUsername}</h1>
        <p class="entry-hint">{text.usernameHint}</p>
        <input
          class="input"
          data-testid="username-input"
          aria-label={text.username}
          placeholder={text.username}
          autoComplete="username"
          maxLength={24}
          value={username}
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
        <FormError testId="username-error">{error && problemsOf(text, error)}</FormError>
        <button type="submit" class="button button-wide" data-testid="username-submit" disabled={!username.trim()}>
          {text.save}
        </button>
        <button type="button" class="link" onClick={() => void logOut()}>
          {text.logout}
        </button>
      </form>
    </main>
  );
}
