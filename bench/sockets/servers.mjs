/** The servers that are compared: how to start each, on core 0 where that can be said, and how to speak to it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { plainWs, socketIo } from './clients.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export const servers = {
  meydan: { file: file('./service-process.mjs'), speaker: socketIo, needsPeople: true },
  'socket.io': { file: file('../baselines/socketio-server.mjs'), speaker: socketIo, needsPeople: false },
  ws: { file: file('../baselines/ws-server.mjs'), speaker: plainWs, needsPeople: false },
};

export const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** A running server, on `node` if that is told; `look` tells its memory and processor time. */
export async function startServer(name, { node = process.execPath, nodeOptions = [], dataDir }) {
  const { file: script } = servers[name];
  const command = [node, '--expose-gc', ...nodeOptions, script];
  const [binary, ...args] = canPin ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(binary, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const { port } = await answerWith(child, 'port');
  return {
    port,
    async look() {
      child.send('look');
      return (await answerWith(child, 'look')).look;
    },
    async stop() {
      const gone = once(child, 'exit');
      if (name === 'meydan') child.send('stop');
      else child.kill();
      await gone;
    },
  };
}

function answerWith(child, key) {
  return new Promise((resolve, reject) => {
    const hear = (message) => {
      if (!(key in message)) return;
      child.off('message', hear);
      child.off('exit', fail);
      resolve(message);
    };
    const fail = (code) => reject(new Error(`the server ended with ${code}`));
    child.on('message', hear);
    child.on('exit', fail);
  });
}
