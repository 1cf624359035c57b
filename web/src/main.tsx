import { render } from 'preact';
import { followDrafts } from './state/drafts.js';
import { followSession } from './state/leaving.js';
import { followTaps } from './state/notices.js';
import { followNotifyChoice } from './state/notify-choice.js';
import { start } from './state/session-actions.js';
import { keepShell } from './state/shell.js';
import { followSight } from './state/tabs-in-sight.js';
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
import './style/long-room.css';
import './style/writing.css';

followSession();
followDrafts();
followSight();
followNotifyChoice();
followTaps();
const root = document.getElementById('app');
if (root) render(<App />, root);
void start();
void keepShell();

// A file dropped beside the room would take the page away.
for (const name of ['dragover', 'drop']) addEventListener(name, (event) => event.preventDefault());
