import { AccountPage } from '#page/account/account-page.js';
import { QueuedMessagesPage } from '#page/composer/outbox/queued-messages-page.js';
import { ContactsPage } from '#page/members/contacts-page.js';
import { PersonPage } from '#page/members/person-page.js';
import { JumpToDate } from '#page/messages/jumps/jump-to-date.js';
import { NotificationsPage } from '#page/notifications/notifications-page.js';
import { MentionsPage } from '#page/search/mentions-page.js';
import { SearchPage } from '#page/search/search-page.js';
import { SharePage } from '#page/share/share-page.js';
import type { Page } from '../overlays.js';
import { PreferencesPage } from './preferences-page.js';
import { ShortcutsPage } from './shortcuts-page.js';
import { Switcher } from './switcher.js';

/** The page over the chat. The pages are loaded apart from the chat, because few visits open one. */
export function PageView({ page }: { page: Page }) {
  switch (page.type) {
    case 'me':
      return <AccountPage part={page.part} />;
    case 'contacts':
      return <ContactsPage />;
    case 'person':
      return <PersonPage key={page.username} username={page.username} />;
    case 'notifications':
      return <NotificationsPage />;
    case 'shortcuts':
      return <ShortcutsPage />;
    case 'switcher':
      return <Switcher />;
    case 'share':
      return <SharePage text={page.text} />;
    case 'preferences':
      return <PreferencesPage />;
    case 'search':
      return <SearchPage typed={page.typed ?? ''} />;
    case 'mentions':
      return <MentionsPage />;
    case 'jump-to-date':
      return <JumpToDate slug={page.slug} at={page.at} />;
    case 'queued-messages':
      return <QueuedMessagesPage />;
  }
}
