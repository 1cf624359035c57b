/**
 * `npm start [-- --workers auto]`: on a machine that has nothing but Node, installs and builds what is missing, then
 * runs the server in this very process, so that signals, exit codes and kills need no passing on. (package.json says
 * `exec`, because a shell between npm and the server would take the SIGTERM and leave the server behind.)
 */
import { argumentsOf, checkNode, ensureBuild, ensurePackages, leaveWithNpm, sayIfUnmaintained } from './setup.mjs';

const { values } = argumentsOf({ options: { workers: { type: 'string' } } }, 'npm start [-- --workers <number|auto>]');
if (values.workers !== undefined) process.env.WORKERS = values.workers;
checkNode();
sayIfUnmaintained();
ensurePackages();
ensureBuild();
leaveWithNpm('start');
await import('../dist/src/main.js');
