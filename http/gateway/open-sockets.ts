import { admitHandshakes } from '../admission/admitted-handshakes.js';
import type { GatewayDeps } from './gateway-deps.js';
import type { Admission } from './handshake/admission.js';
import { EngineIoSockets } from './handshake/engine-io-sockets.js';
import type { FailedHandshakes } from './handshake/failed-handshakes.js';
import { HandshakeRules } from './handshake/handshake-rules.js';
import type { Dispatcher } from './inbound/dispatcher.js';
import { InboundBudget } from './inbound/inbound-budget.js';
import { FastPath } from './transport/fast-path.js';
import { CLOSE_TIMEOUT_MS, CONNECT_TIMEOUT_MS, createSocketServer } from './transport/socket-server.js';
import { ReadingTurns } from './websocket/reading-turns.js';
import { WebSocketListener } from './websocket/websocket-listener.js';
import { WebSocketSockets } from './websocket/websocket-sockets.js';

const FAST_PATH_LEFT = 'sockets take the documented path, which costs more';

export interface OpenSocketsDeps
  extends Pick<GatewayDeps, 'server' | 'config' | 'env' | 'cluster' | 'logger' | 'metrics' | 'admissionQueue'> {
  admission: Admission;
  failedHandshakes: FailedHandshakes;
  dispatcher: Dispatcher;
}

/** Listens for sockets of both kinds. `createServer` makes that of Engine.IO and Socket.IO. */
export function openSockets(deps: OpenSocketsDeps, createServer = createSocketServer): { close(): void } {
  const { env, config, logger, failedHandshakes } = deps;
  // The check of the socket libraries comes before anything of them is used.
  const fastPath = new FastPath(config.http.socketFastPath, (why) => logger.warn({ why }, FAST_PATH_LEFT));
  const handshakeGuard = new HandshakeRules(config.http.socketOrigins, failedHandshakes);
  const inboundBudget = config.rateLimits ? new InboundBudget(env) : null;
  const handshakes = admitHandshakes(deps.admissionQueue, config.http.trustedProxies);
  const listener = new WebSocketListener({
    env,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
    admitHandshakes: handshakes,
    isAllowed: (request) => fastPath.isOn && handshakeGuard.refusalOf(request) === null,
  });
  const io = createServer({ ...deps, fastPath, handshakeGuard, admitHandshakes: handshakes, webSockets: listener });
  new EngineIoSockets(io, { ...deps, fastPath, inboundBudget });
  const turns = new ReadingTurns(env);
  listener.listen(new WebSocketSockets({ ...deps, fastPath, inboundBudget, listener, turns }));
  return {
    close() {
      io.engine.close();
      listener.close();
    },
  };
}
