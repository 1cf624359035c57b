/**
 * The built service in a process of its own. Told a crash point over the channel to its parent, it ends itself with
 * SIGKILL when it comes there next.
 */
import { createApp } from '../../dist/src/app.js';
import { loadConfig } from '../../dist/src/config.js';
import { createLoggers } from '../../dist/src/logger.js';
import { StoreLocked } from '../../dist/src/store/store.js';

let wanted = null;
process.on('message', (point) => {
  wanted = point;
  process.send({ armed: point });
});

function crashPoint(point) {
  if (point !== wanted) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

/** The lease of the life before has to run out first. */
async function start() {
  for (;;) {
    try {
      return await createApp(loadConfig(process.env), { loggers: createLoggers('error'), crashPoint });
    } catch (error) {
      if (!(error instanceof StoreLocked)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const app = await start();
process.send({ url: `http://127.0.0.1:${app.config.http.port}` });
