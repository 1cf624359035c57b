/** The whole service in a process of its own, as src/main.ts composes it, on a free port and an empty folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../dist/src/app.js';
import { loadConfig } from '../../dist/src/config.js';

const dataDir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
const settings = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
const app = await createApp(loadConfig({ ...settings, DATA_DIR: dataDir, ...process.env }));
process.send({ port: app.config.http.port });

process.on('message', async (ask) => {
  if (ask === 'stop') {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.disconnect();
    return;
  }
  globalThis.gc?.();
  process.send({ [ask]: { memory: process.memoryUsage(), cpu: process.cpuUsage(), sockets: app.gateway.size } });
});
