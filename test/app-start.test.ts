import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#src/app.js';
import { loadConfig } from '#src/config/config.js';

async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('a start that fails half-way', () => {
  it('gives back the port and the data folder it had taken', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meydan-start-'));
    const taken = await listening(0);
    const free = await listening(0);
    const port = portOf(free);
    free.close();
    await once(free, 'close');
    const settings = { NODE_ENV: 'test', PORT: String(port), DATA_DIR: dir, LOG_LEVEL: 'error' };
    const failing = createApp(loadConfig({ ...settings, METRICS_PORT: String(portOf(taken)) }));
    await expect(failing).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('METRICS_PORT='),
    });
    taken.close();
    const app = await createApp(loadConfig({ ...settings, METRICS_PORT: 'off' }));
    await app.close();
    await rm(dir, { recursive: true, force: true });
  });
});
