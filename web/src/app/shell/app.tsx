import { useWritingText } from '#page/composer/writing-text.js';
import { LoginView } from '#page/login/login-view.js';
import { SuspendedView } from '#page/login/suspended-view.js';
import { UsernameView } from '#page/login/username-view.js';
import { useNotifications } from '#page/notifications/use-notifications.js';
import { unreadTotal } from '#page/rooms/room-list-updates.js';
import { Logo } from '#page/ui/logo.js';
import { useText } from '../text/text.js';
import { useApp } from '../use-app.js';
import { ChatView } from './chat-view.js';
import { SkipLinks } from './skip-links.js';
import { useBadge } from './use-badge.js';
import { useFocusReturn } from './use-focus-return.js';
import { useShortcuts } from './use-shortcuts.js';

/** The root view: one of five phases. The tab title shows the unread count. */
export function App() {
  const phase = useApp((state) => state.phase);
  const suspension = useApp((state) => state.suspension);
  const brand = useApp((state) => titleOf(state.config?.brand ?? 'meydan'));
  const unread = useApp((state) => unreadTotal(state.rooms));
  useBadge(unread, brand);
  useNotifications();
  useShortcuts();
  useFocusReturn();
  if (phase === 'login') return <LoginView />;
  if (phase === 'username') return <UsernameView />;
  if (phase === 'suspended' && suspension) return <SuspendedView suspension={suspension} />;
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
      <Logo size={56} />
      <p>{notice ? (text.errors[notice.code] ?? notice.message) : text.starting}</p>
      {notice && <p class="entry-hint">{words.keptHere}</p>}
    </main>
  );
}
