/**
 * Loaded before a node of the cluster: its connections to some ports of this machine go to others. A MongoDB driver
 * learns the members' own addresses from the set, so a proxy of one node alone cannot be named in its settings.
 * `REROUTE` is `from:to,…`.
 */
import net from 'node:net';

const routes = new Map((process.env.REROUTE ?? '').split(',').map((route) => route.split(':').map(Number)));
const connect = net.createConnection;

net.createConnection = (options, ...rest) => connect(rerouted(options), ...rest);

function rerouted(options) {
  const to = typeof options === 'object' ? routes.get(Number(options?.port)) : undefined;
  return to === undefined ? options : { ...options, port: to };
}
