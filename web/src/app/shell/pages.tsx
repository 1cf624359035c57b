import { AccountPage } from '#page/account/account-page.js';
import { QueuedMessagesPage } from '#page/composer/outbox/queued-messages-page.js';
import { ContactsPage } from '#page/members/contacts-page.js';
import { PersonPage } from '#page/members/person-page.js';
import { NotificationsPage } from '#page/notifications/notifications-page.js';
import type { Page } from '../overlays.js';
import { useApp } from '../use-app.js';
import { ShortcutsPage } from './shortcuts-page.js';
import { Switcher } from './switcher.js';

export function Pages() {
  const page = useApp((state) => state.page);
  return page && pageOf(page);
}

function pageOf(page: Page) {
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
    case 'queued-messages':
      return <QueuedMessagesPage />;
  }
}
