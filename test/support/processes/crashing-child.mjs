/**
 * The built service in a process of its own. Told a crash point over the channel to its parent, it ends itself with
 * SIGKILL when it comes there next.
 */
import { createApp } from '../../../dist/src/app.js';
import { loadConfig } from '../../../dist/src/config/config.js';
import { createLoggers } from '../../../dist/src/observability/logger.js';
import { StoreLocked } from '../../../dist/src/store/store.js';

let wanted = null;
let left = 0;

function crashPoint(point) {
  if (point !== wanted || --left > 0) return;
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
process.on('message', async ({ dieAt, nth, erasure }) => {
  if (erasure) return process.send({ erasure: await app.store.get('erasures', erasure) });
  wanted = dieAt;
  left = nth;
  process.send({});
});
process.send({ url: `http://127.0.0.1:${app.config.http.port}` });
