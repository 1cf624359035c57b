import { render } from 'preact';
import { followDrafts } from './state/drafts.js';
import { followSession } from './state/leaving.js';
import { start } from './state/session-actions.js';
import { language, setLanguage } from './text/text.js';
import { App } from './views/app.js';
import './style/base.css';
import './style/entry.css';
import './style/rooms.css';
import './style/room.css';
import './style/message.css';
import './style/panel.css';
import './style/cards.css';
import './style/people.css';
import './style/files.css';
import './style/ways.css';
import './style/writing.css';

setLanguage(language());
followSession();
followDrafts();
const root = document.getElementById('app');
if (root) render(<App />, root);
void start();

// A file dropped beside the room would take the page away.
for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
