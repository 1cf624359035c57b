import { useEffect } from 'preact/hooks';
import { unreadTotal } from '../state/room-list.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { ChatView } from './chat-view.js';
import { LoginView } from './login-view.js';
import { Mark } from './mark.js';
import { UsernameView } from './username-view.js';

/** Which of the four pages is shown; the title carries what is unread. */
export function App() {
  const phase = useApp((state) => state.phase);
  const brand = useApp((state) => titleOf(state.config?.brand ?? 'meydan'));
  const unread = useApp((state) => unreadTotal(state.rooms));
  useEffect(() => {
    document.title = unread > 0 ? `(${unread}) ${brand}` : brand;
  }, [unread, brand]);
  if (phase === 'login') return <LoginView />;
  if (phase === 'username') return <UsernameView />;
  return phase === 'chat' ? <ChatView /> : <Starting />;
}

const titleOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

function Starting() {
  const text = useText();
  const notice = useApp((state) => state.notice);
  return (
    <main class="entry entry-starting" data-testid="starting">
      <Mark size={56} />
      <p>{notice ? (text.errors[notice.code] ?? notice.message) : text.starting}</p>
    </main>
  );
}
