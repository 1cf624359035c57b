import { unreadTotal } from '../state/room-list.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { useWritingText } from '../text/writing-text.js';
import { ChatView } from './chat-view.js';
import { LoginView } from './login-view.js';
import { Mark } from './mark.js';
import { SkipLinks } from './skip-links.js';
import { useBadge } from './use-badge.js';
import { useFocusReturn } from './use-focus-return.js';
import { useShortcuts } from './use-shortcuts.js';
import { useTelling } from './use-telling.js';
import { UsernameView } from './username-view.js';

/** Which of the four pages is shown; the tab carries what is unread. */
export function App() {
  const phase = useApp((state) => state.phase);
  const brand = useApp((state) => titleOf(state.config?.brand ?? 'meydan'));
  const unread = useApp((state) => unreadTotal(state.rooms));
  useBadge(unread, brand);
  useTelling();
  useShortcuts();
  useFocusReturn();
  if (phase === 'login') return <LoginView />;
  if (phase === 'username') return <UsernameView />;
  if (phase !== 'chat') return <Starting />;
  return (
    <>
      <SkipLinks />
      <ChatView />
    </>
  );
}

const titleOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

function Starting() {
  const text = useText();
  const words = useWritingText();
  const notice = useApp((state) => state.notice);
  return (
    <main class="entry entry-starting" data-testid="starting" aria-live="polite">
      <Mark size={56} />
      <p>{notice ? (text.errors[notice.code] ?? notice.message) : text.starting}</p>
      {notice && <p class="entry-hint">{words.keptHere}</p>}
    </main>
  );
}
