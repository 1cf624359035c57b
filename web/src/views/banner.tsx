import { useEffect, useState } from 'preact/hooks';
import { notify } from '../state/app-state.js';
import { useApp } from '../state/use-app.js';
import { sentenceOf, useText } from '../text/text.js';
import { Icon } from './icon.js';

const SHOWN_AFTER_MS = 900;
const NOTICE_MS = 6000;

/** The state of the connection, and refusals that belong to no form. */
export function Banner() {
  return (
    <div class="banners" aria-live="polite">
      <ConnectionBanner />
      <Notice />
    </div>
  );
}

/** A short loss of the connection is nobody's business; a longer one is said. */
function ConnectionBanner() {
  const text = useText();
  const connection = useApp((state) => state.connection);
  const draining = useApp((state) => state.draining);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (connection === 'online') return undefined;
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  if (draining) return <p class="banner">{text.draining}</p>;
  if (connection === 'online' || !isLong) return null;
  return (
    <p class="banner" data-testid="connection-banner">
      {connection === 'offline' ? text.offline : text.connecting}
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
