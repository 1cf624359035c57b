import { WebSocket } from 'ws';
import { type Examination, type Finding, ok, problem, reasonOf, warning } from './finding.js';

const TIMEOUT_MS = 5_000;

/** The service as clients see it, through whatever is in front of it. */
export async function examineAddress(publicUrl: string): Promise<Examination> {
  const health = await fetch(`${publicUrl}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(reasonOf);
  if (typeof health === 'string') {
    return { findings: [warning(`${publicUrl} does not answer (${health}): is the service running?`)] };
  }
  if (!health.ok) return { findings: [problem(`${publicUrl}/api/health is answered ${health.status}`)] };
  return { findings: [ok(`${publicUrl} answers`), await webSocket(publicUrl)] };
}

function webSocket(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: TIMEOUT_MS });
    const settle = (finding: Finding) => {
      resolve(finding);
      socket.terminate();
    };
    socket.on('message', () => settle(ok('WebSockets are carried')));
    socket.on('error', (error) =>
      settle(
        problem(`no WebSocket comes through (${reasonOf(error)}): the proxy has to pass Upgrade and Connection on`),
      ),
    );
  });
}
