import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { Icon } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { leave } from '../state/leave.js';
import { session } from '../state/session.js';
import { useText } from '../text/text.js';
import { SignIn } from '../views/sign-in.js';
import { Charts } from './charts.js';
import { Findings } from './findings.js';
import { useLiveText } from './live-text.js';
import { Minutes } from './minutes.js';
import { Errors, Nodes, Rooms } from './tables.js';
import { useLive } from './use-live.js';

/** The live page for incidents. */
export function LiveApp() {
  const text = useLiveText();
  const { key } = useStore(session);
  useEffect(() => {
    document.title = `${text.title} · Meydan`;
  }, [text]);
  return key === null ? <SignIn /> : <Board />;
}

type View = 'charts' | 'table';

function Board() {
  const text = useLiveText();
  const watched = useLive();
  const [view, setView] = useState<View>('charts');
  const { live, state } = watched;
  return (
    <div class="live">
      <Head />
      <main class="live-main">
        <h1 class="unseen">{text.title}</h1>
        <Findings watched={watched} />
        {live === null && state === 'loading' && <p class="note">{text.loading}</p>}
        {live && (
          <>
            <Views shown={view} onShow={setView} />
            {view === 'charts' ? <Charts live={live} /> : <Minutes live={live} />}
            <Nodes live={live} />
            <div class="live-pair">
              <Rooms live={live} />
              <Errors live={live} />
            </div>
          </>
        )}
      </main>
    </div>
  );
}

function Head() {
  const text = useLiveText();
  const page = useText();
  return (
    <header class="workspace-head">
      <Logo size={30} />
      <span class="workspace-title">
        <strong>{text.title}</strong>
      </span>
      <a class="live-back" href="/console/" data-testid="to-console">
        {text.back}
      </a>
      <LanguageChoice />
      <button type="button" class="icon-button" title={page.leave} data-testid="leave" onClick={leave}>
        <Icon name="leave" />
        <span class="unseen">{page.leave}</span>
      </button>
    </header>
  );
}

function Views({ shown, onShow }: { shown: View; onShow: (view: View) => void }) {
  const text = useLiveText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two toggle buttons outside a form need no fieldset.
    <div class="workspace-tabs live-views" role="group" aria-label={text.show}>
      {(['charts', 'table'] as const).map((view) => (
        <button
          type="button"
          key={view}
          class="workspace-tab"
          aria-pressed={view === shown}
          data-testid={`show-${view}`}
          onClick={() => onShow(view)}
        >
          {text[view]}
        </button>
      ))}
    </div>
  );
}
