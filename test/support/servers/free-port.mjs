import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody has at this moment. */
export async function freePort() {
  const server = await listening(0);
  const { port } = server.address();
  await closed(server);
  return port;
}

/** The first of so many neighbouring ports that nobody has at this moment. */
export async function freePorts(count) {
  for (;;) {
    const first = await freePort();
    const ports = Array.from({ length: count }, (_, at) => first + at);
    const servers = await Promise.allSettled(ports.map(listening));
    await Promise.all(servers.map(({ value }) => value && closed(value)));
    if (servers.every(({ status }) => status === 'fulfilled')) return first;
  }
}

async function listening(port) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function closed(server) {
  server.close();
  await once(server, 'close');
}
