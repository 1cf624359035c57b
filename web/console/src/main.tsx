import { render } from 'preact';
import { App } from './views/app.js';
import '#page/style/base.css';
import '#page/style/entry.css';
import '#page/style/desk.css';
import './desk.css';
import './parts.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
