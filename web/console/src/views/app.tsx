import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { EmptyState } from '#page/ui/empty-state.js';
import { loadAccess, useAccess } from '../state/access.js';
import { leave } from '../state/leave.js';
import { problemOf } from '../state/notice.js';
import { session, signOut } from '../state/session.js';
import { useText } from '../text/text.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';

export function App() {
  const text = useText();
  const { key } = useStore(session);
  const access = useAccess();
  useEffect(() => {
    document.title = `${text.title} · Meydan`;
  }, [text]);
  if (key === null) return <SignIn />;
  return access ? <Shell access={access} /> : <Entering sessionKey={key} />;
}

/** After a reload: the key is known, and its role is asked for again. */
function Entering({ sessionKey }: { sessionKey: string }) {
  const text = useText();
  const [problem, setProblem] = useState<string | null>(null);
  const enter = () => {
    setProblem(null);
    loadAccess(sessionKey)
      .then((found) => found ?? signOut(true))
      .catch((error: unknown) => setProblem(problemOf(error)));
  };
  useEffect(enter, [sessionKey]);
  return (
    <main class="entry">
      {problem === null ? (
        <p role="status">{text.loading}</p>
      ) : (
        <EmptyState icon="info" line={problem}>
          <button type="button" class="button" data-testid="enter-again" onClick={enter}>
            {text.again}
          </button>
          <button type="button" class="button button-quiet" onClick={leave}>
            {text.leave}
          </button>
        </EmptyState>
      )}
    </main>
  );
}
