/**
 * `npm run console`: the reference dictionary console by itself, on its own port and with its own data. Like `npm
 * start` it installs and builds what is missing, and runs in this very process.
 */
import { argumentsOf, checkNode, ensureBuild, ensurePackages, leaveWithNpm } from './setup.mjs';

checkNode();
argumentsOf(
  { options: {} },
  'npm run console takes no options: PORT, DATA_DIR and the other settings are in the environment.',
);
ensurePackages();
ensureBuild();
leaveWithNpm('console');
await import('../dist/console/main.js');
