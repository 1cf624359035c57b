import { render } from 'preact';
import { LiveApp } from './live-app.js';
import '#page/style/base.css';
import '#page/style/entry.css';
import '#page/style/desk.css';
import '../desk.css';
import '../parts.css';
import './live.css';

const root = document.getElementById('app');
if (root) render(<LiveApp />, root);
