import { render } from 'preact';
import { followTheme } from '#page/ui/theme.js';
import { App } from './views/app.js';
import '#page/ui/base.css';
import '#page/login/login.css';
import '#page/ui/workspace/workspace.css';
import './console.css';
import './parts.css';
import './actions/actions.css';

followTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
