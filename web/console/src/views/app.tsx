import { useEffect } from 'preact/hooks';
import { useStore } from '#page/app/use-store.js';
import { session } from '../state/session.js';
import { useText } from '../text/text.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';

export function App() {
  const text = useText();
  const { key } = useStore(session);
  useEffect(() => {
    document.title = `${text.title} · Meydan`;
  }, [text]);
  return key === null ? <SignIn /> : <Shell />;
}
