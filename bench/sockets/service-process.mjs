/** The whole service in a process of its own, as src/main.ts composes it, on a free port, with its data in DATA_DIR. */
import { setFlagsFromString } from 'node:v8';
import { createApp } from '../../dist/src/app.js';
import { collectorOptions } from '../../dist/src/concurrency/collector-options.js';
import { loadConfig } from '../../dist/src/config/config.js';

const settings = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
for (const option of collectorOptions(1)) setFlagsFromString(option);
const app = await createApp(loadConfig({ ...settings, ...process.env }));
process.send({ port: app.config.http.port });

process.on('message', async (ask) => {
  if (ask === 'stop') {
    await app.close();
    process.disconnect();
    return;
  }
  // Only memory is looked at without garbage: a collection would be a part of the measured time.
  if (ask === 'weigh') globalThis.gc?.();
  process.send({ [ask]: { memory: process.memoryUsage(), cpu: process.cpuUsage(), sockets: app.gateway.size } });
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
