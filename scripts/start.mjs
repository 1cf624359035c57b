/**
 * `npm start`: on a machine that has nothing but Node, installs and builds what is missing, then runs the server in
 * this very process, so that signals, exit codes and kills need no passing on. (package.json says `exec`, because a
 * shell between npm and the server would take the SIGTERM and leave the server behind.)
 */
import { checkNode, ensureBuild, ensurePackages } from './setup.mjs';

checkNode();
ensurePackages();
ensureBuild();
leaveWithNpm();
await import('../dist/src/main.js');

/** A killed npm cannot pass anything on; its server drains, so that the port and the data are free for the next. */
function leaveWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
