import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { Icon } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { panel } from '../state/panel.js';
import { type Linking, useLinking } from '../state/use-linking.js';
import { useText } from '../text/text.js';
import { QrCode } from './qr-code.js';

/** The sign-in page: a code that a person confirms in the app. */
export function LinkPage() {
  const text = useText();
  const { wasCutOff } = useStore(panel);
  const linking = useLinking();
  return (
    <main class="entry link-page">
      <div class="entry-card link-card" data-testid="link-page">
        <div class="link-words">
          <Logo size={48} />
          <h1>{text.title}</h1>
          <p class="entry-tagline">{text.tagline}</p>
          {wasCutOff && (
            <p class="form-error" role="alert" data-testid="cut-off">
              {text.wasCutOff}
            </p>
          )}
          <h2>{text.linkTitle}</h2>
          <ol class="link-steps">
            {text.linkSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <Code {...linking} />
      </div>
      <LanguageChoice />
    </main>
  );
}

function Code({ code, endsAt, hasTrouble }: Linking) {
  const text = useText();
  if (!code) {
    return (
      <div class="link-code">
        <div class="qr qr-empty" />
        <p class="note" role="status">
          {hasTrouble ? text.linkTrouble : text.codeRenewing}
        </p>
      </div>
    );
  }
  return (
    <div class="link-code">
      <QrCode says={code.qr} label={text.qrLabel} />
      <p class="note" role="status">
        {text.linkWaiting}
      </p>
      <p class="note" data-testid="good-for">
        <Clock endsAt={endsAt} />
      </p>
      <CopyLine value={code.qr} />
    </div>
  );
}

function Clock({ endsAt }: { endsAt: number }) {
  const text = useText();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  return <>{text.goodFor(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)}</>;
}

/** Where the clipboard is not available, the code can still be selected. */
function CopyLine({ value }: { value: string }) {
  const text = useText();
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(value);
  };
  return (
    <div class="copy-line">
      <input
        class="input"
        readOnly
        aria-label={text.qrLabel}
        data-testid="link-code"
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      {'clipboard' in navigator && (
        <button type="button" class="button button-quiet" onClick={() => void copy()}>
          <Icon name={copied === value ? 'check' : 'link'} size={16} />
          {copied === value ? text.codeCopied : text.codeCopy}
        </button>
      )}
    </div>
  );
}
