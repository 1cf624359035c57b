import { render } from 'preact';
import { start } from './state/panel.js';
import { App } from './views/app.js';
import '#page/style/base.css';
import '#page/style/entry.css';
import '#page/style/desk.css';
import './style/frame.css';
import './style/parts.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
void start();
