/** Ports: those that were asked for, those of last time where data hangs on them, or any that is free. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A replica set knows its members by their ports, so they are the same at every start. */
export async function keptPorts(dir, count) {
  const file = join(dir, 'mongod-ports.json');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const known = readPorts(file);
  if (known.length === count) return known;
  const ports = [];
  while (ports.length < count) {
    const port = await freePort();
    if (!ports.includes(port)) ports.push(port);
  }
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

function readPorts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
