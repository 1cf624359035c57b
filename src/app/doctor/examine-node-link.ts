import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import type { ClusterConfig } from '#src/config/config-shape.js';
import type { NodeLink } from '#src/config/node-link.js';
import { type Examination, type Finding, ok, problem, reasonOf, warning } from './finding.js';

const TIMEOUT_MS = 3_000;
const HEAR_TIMEOUT_MS = 1_000;
const THROUGH_REDIS =
  'Until then messages between nodes go through Redis, and rooms of other nodes are away when it is.';

type Answer = 'a node' | 'something else' | { reason: string };

/** Whether other nodes can reach this one where it tells them to. */
export async function examineNodeLink({ link }: Pick<ClusterConfig, 'link'>): Promise<Examination> {
  if (link === undefined) {
    return { findings: [ok('NODE_LINK is not set: nodes reach this one at the address from which it reaches Redis')] };
  }
  if (link === null) {
    const costs = 'all messages between nodes go through Redis, and rooms of other nodes are away when it is';
    return { findings: [warning(`NODE_LINK is off: ${costs}`)] };
  }
  return { findings: [await reached(link)] };
}

/** A running node answers; without one, this process listens in its place for a moment. */
async function reached(link: Exclude<NodeLink, null>): Promise<Finding> {
  const { host, port } = link;
  const where = `NODE_LINK, ${host} at port ${port},`;
  const answer = await ask(link);
  if (answer === 'a node') return ok(`${where} is answered by a node`);
  if (answer === 'something else')
    return problem(`${where} is answered by something that is no node: choose another port`);
  const server = await listenAt(port).catch(reasonOf);
  if (typeof server === 'string') {
    return problem(
      `${where} is not reached (${answer.reason}), and its port cannot be opened on ${hostname()} (${server})`,
    );
  }
  try {
    const own = await ask(link);
    if (own === 'a node') return ok(`${where} leads to this machine; no node runs here`);
    const reason = own === 'something else' ? 'another machine answers' : own.reason;
    return problem(
      `${where} does not lead to this machine (${reason}): name an address of ${hostname()} that other nodes reach. ${THROUGH_REDIS}`,
    );
  } finally {
    server.close();
  }
}

/** Who is connected to says something first, when it is a node. */
function ask({ host, port }: Exclude<NodeLink, null>): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const settle = (answer: Answer) => {
      resolve(answer);
      socket.destroy();
    };
    let silent: Answer = { reason: 'no answer: a firewall or a network policy may be in the way' };
    socket.on('connect', () => {
      silent = 'something else';
      socket.setTimeout(HEAR_TIMEOUT_MS);
    });
    socket.on('timeout', () => settle(silent));
    socket.on('error', (error) => settle({ reason: reasonOf(error) }));
    socket.on('close', () => settle('something else'));
    socket.on('data', () => settle('a node'));
  });
}

function listenAt(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('here');
    });
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}
