import { useEffect } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { Logo } from '#page/ui/logo.js';
import { enter, panel } from '../state/panel.js';
import { useText } from '../text/text.js';
import { LinkPage } from './link-page.js';
import { Shell } from './shell.js';

export function App() {
  const text = useText();
  const { phase } = useStore(panel);
  useEffect(() => {
    document.title = `${text.title} · Meydan`;
  }, [text]);
  if (phase === 'linking') return <LinkPage />;
  return phase === 'open' ? <Shell /> : <Starting hasFailed={phase === 'failed'} />;
}

function Starting({ hasFailed }: { hasFailed: boolean }) {
  const text = useText();
  return (
    <main class="entry entry-starting">
      <Logo size={56} />
      <p role="status">{hasFailed ? text.failed : text.loading}</p>
      {hasFailed && (
        <button type="button" class="button" onClick={() => void enter()}>
          {text.again}
        </button>
      )}
    </main>
  );
}
