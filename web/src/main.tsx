import { render } from 'preact';
import { App } from './app/shell/app.js';
import { registerServiceWorker } from './app/shell/service-worker.js';
import { followDrafts } from './composer/outbox/drafts.js';
import { start } from './login/session-actions.js';
import { followSession } from './login/session-end.js';
import { handleNotificationTaps } from './notifications/browser-notifications.js';
import { syncNotificationSettings } from './notifications/notification-settings.js';
import { trackTabVisibility } from './notifications/tab-visibility.js';
import { followUnreadMarks } from './rooms/marked-unread.js';
import './ui/base.css';
import './login/login.css';
import './rooms/room-list.css';
import './rooms/room.css';
import './messages/message.css';
import './app/side-panel.css';
import './messages/message-cards.css';
import './members/people.css';
import './media/files.css';
import './rooms/side-links.css';
import './messages/list/message-list.css';
import './composer/composer.css';

followSession();
followDrafts();
followUnreadMarks();
trackTabVisibility();
syncNotificationSettings();
handleNotificationTaps();
const root = document.getElementById('app');
if (root) render(<App />, root);
void start();
void registerServiceWorker();

// Otherwise a file that is dropped beside a room would replace the page.
for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
