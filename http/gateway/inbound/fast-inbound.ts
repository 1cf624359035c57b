/**
 * From the wire to the dispatcher. Engine.IO and the Socket.IO parser hand a packet through a dozen calls and two
 * ticks; events of the main namespace, nearly all inbound packets, are taken where the WebSocket delivers them.
 * Everything else (heartbeats, binary, disconnects, nonsense) goes the libraries' own way.
 */
import type { Socket } from 'socket.io';
import type { Connection } from '../connection/connection.js';
import type { EngineIoSocket, WebSocketInside } from '../transport/engine.js';
import type { Dispatcher } from './dispatcher.js';
import type { InboundBudget } from './inbound-budget.js';
import { dispatch, handleEvent, OTHER_PACKET_CHARS_MAX, parseEvent, type Receiver } from './parse-event.js';

const INBOUND = Symbol('inbound');
const FOUR = 0x34;
const TWO = 0x32;

interface Inbound extends Receiver {
  engine: EngineIoSocket;
  /** Null where nothing is limited. */
  budget: InboundBudget | null;
  /** Where Socket.IO listens. */
  ordinary(data: unknown): void;
}

interface Marked {
  [INBOUND]?: Inbound;
}

interface Packet {
  id?: number;
  data?: unknown[];
}

/** The private parts of Socket.IO 4.8 that are used here. */
interface SocketInside {
  client: { ondata(data: unknown): void };
  onevent(packet: Packet): void;
}

/** The receiver of the events. */
export interface InboundDeps {
  dispatcher: Dispatcher;
  inboundBudget: InboundBudget | null;
}

/** From now on the events of this socket reach the dispatcher. */
export function attachFastInbound(
  socket: Socket,
  engine: EngineIoSocket & Marked,
  connection: Connection,
  { dispatcher, inboundBudget }: InboundDeps,
): void {
  const inside = socket as unknown as SocketInside;
  const inbound: Inbound = {
    engine,
    connection,
    dispatcher,
    budget: inboundBudget,
    ordinary: inside.client.ondata,
  };
  engine[INBOUND] = inbound;
  engine.removeListener('data', inbound.ordinary);
  engine.on('data', onData);
  // Packets that only the ordinary parser understands: binary attachments.
  inside.onevent = ({ id = null, data = [] }) => {
    if (id !== null && !Number.isSafeInteger(id)) return connection.engine.close();
    dispatch(inbound, data, id);
  };
  if (engine.transport.name === 'websocket') listenToWebSocket(engine.transport.socket, inbound);
  else engine.on('upgrade', onUpgrade);
}

function onUpgrade(this: EngineIoSocket & Marked): void {
  if (this[INBOUND]) listenToWebSocket(this.transport.socket, this[INBOUND]);
}

function listenToWebSocket(ws: (WebSocketInside & Marked) | undefined, inbound: Inbound): void {
  if (!ws) return;
  ws[INBOUND] = inbound;
  ws.removeAllListeners('message');
  ws.on('message', onMessage);
}

/** A WebSocket message: `42…` is an event of the main namespace. */
function onMessage(this: Marked, data: Buffer, isBinary: boolean): void {
  const inbound = this[INBOUND] as Inbound;
  const { engine } = inbound;
  spend(inbound, data.length);
  const isEvent = !isBinary && data[0] === FOUR && data[1] === TWO && engine.readyState === 'open';
  if (!isEvent) return engine.transport.onData(isBinary ? data : data.toString());
  const packet = parseEvent(data.toString('utf8', 2));
  if (packet === null) return engine.transport.onData(data.toString());
  keepAlive(engine);
  handleEvent(inbound, packet);
}

/** A message of Engine.IO on any transport: `2…` is an event. */
function onData(this: EngineIoSocket & Marked, data: unknown): void {
  const inbound = this[INBOUND] as Inbound;
  if (this.transport.name !== 'websocket') spend(inbound, (data as string | Buffer).length);
  if (typeof data !== 'string') return inbound.ordinary(data);
  // The one namespace is left: there is nothing to stay connected for.
  if (data.startsWith('1')) return this.close();
  const packet = data.startsWith('2') ? parseEvent(data.slice(1)) : null;
  if (packet !== null) return handleEvent(inbound, packet);
  if (data.length > OTHER_PACKET_CHARS_MAX) return this.close();
  inbound.ordinary(data);
}

function spend({ connection, budget }: Inbound, bytes: number): void {
  budget?.spend(connection, bytes);
}

/** As Engine.IO does: a packet counts once as the answer to an awaited heartbeat. */
function keepAlive(engine: EngineIoSocket): void {
  if (engine.pingTimeoutTimer === null || engine.hasRefreshedPingTimeout) return;
  engine.pingTimeoutTimer.refresh();
  engine.hasRefreshedPingTimeout = true;
}
