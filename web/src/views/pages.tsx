import type { Page } from '../state/page.js';
import { useApp } from '../state/use-app.js';
import { ContactsPage } from './contacts-page.js';
import { MePage } from './me-page.js';
import { NotifyPage } from './notify-page.js';
import { PersonPage } from './person-page.js';
import { ShortcutsPage } from './shortcuts-page.js';
import { Switcher } from './switcher.js';
import { WaitingPage } from './waiting-page.js';

/** Whatever lies over the chat. */
export function Pages() {
  const page = useApp((state) => state.page);
  return page && pageOf(page);
}

function pageOf(page: Page) {
  switch (page.type) {
    case 'me':
      return <MePage part={page.part} />;
    case 'contacts':
      return <ContactsPage />;
    case 'person':
      return <PersonPage key={page.username} username={page.username} />;
    case 'notifications':
      return <NotifyPage />;
    case 'shortcuts':
      return <ShortcutsPage />;
    case 'switcher':
      return <Switcher />;
    case 'waiting':
      return <WaitingPage />;
  }
}
