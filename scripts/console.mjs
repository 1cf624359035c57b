/**
 * `npm run console`: the reference dictionary console by itself, on its own port and with its own data. Like `npm
 * start` it installs and builds what is missing, and runs in this very process.
 */
import { checkNode, ensureBuild, ensurePackages, leaveWithNpm } from './setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
leaveWithNpm('console');
await import('../dist/console/main.js');
