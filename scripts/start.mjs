/**
 * `npm start`: on a machine that has nothing but Node, installs and builds what is missing, then runs the server in
 * this very process, so that signals, exit codes and kills need no passing on.
 */
import { checkNode, ensureBuild, ensurePackages } from './setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
await import('../dist/src/main.js');
