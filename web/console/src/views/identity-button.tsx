import { useEffect, useState } from 'preact/hooks';
import { isIdentityOffered } from '../state/identity-login.js';
import { useText } from '../text/text.js';

/** Whether a group of the identity provider makes an operator here. */
export function useIdentityOffer(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    void isIdentityOffered().then(setOffered);
  }, []);
  return isOffered;
}

interface ButtonProps {
  isBusy: boolean;
  onBegin: () => void;
}

export function IdentityButton({ isBusy, onBegin }: ButtonProps) {
  const text = useText();
  return (
    <div class="sign-in-identity">
      <button
        type="button"
        class="button button-wide"
        data-testid="console-identity"
        aria-describedby="identity-hint"
        disabled={isBusy}
        onClick={onBegin}
      >
        {text.identity}
      </button>
      <p class="entry-hint" id="identity-hint">
        {text.identityHint}
      </p>
      <p class="sign-in-or">{text.orKey}</p>
    </div>
  );
}
