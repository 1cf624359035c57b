/** Puts the cluster together, tells where it is, and takes it apart in the right order. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { withEnvFile } from '../../dist/src/config/env-file.js';
import { Balancer } from './balancer.mjs';
import { ClusterProblem } from './child.mjs';
import { listenToWords, statusOf } from './interactive-commands.mjs';
import { startMongo } from './mongo.mjs';
import { Nodes } from './nodes.mjs';
import { startRedis } from './redis.mjs';

const SLOTS = 1_024;
const say = (line) => process.stdout.write(`${line}\n`);

export async function runCluster(options) {
  /** In reverse order: the process that was started last is stopped first. */
  const parts = [];
  let stopping = null;
  const stop = () => {
    stopping ??= stopAll(parts);
    return stopping;
  };
  onSignals(stop, parts);
  try {
    await start(options, parts, { stop, isStopping: () => stopping !== null });
  } catch (error) {
    if (!stopping) {
      process.exitCode = 1;
      process.stderr.write(`${error instanceof ClusterProblem ? error.message : error.stack}\n`);
    }
    await stop();
  }
}

async function start(options, parts, { stop, isStopping }) {
  const given = withEnvFile('.env', process.env);
  const dir = join(resolve(given.DATA_DIR ?? './data'), 'cluster');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const keep = (part) => {
    parts.push(part);
    if (isStopping()) throw new ClusterProblem('Stopped before it was ready.');
    return part;
  };
  const redis = keep(await startRedis(dir));
  const mongo = keep(await startMongo(dir, options.mongods));
  const balancer = new Balancer();
  keep({ stop: () => balancer.close() });
  const asked = options.port ?? Number(given.PORT ?? 3_000);
  const port = await balancer.listen(asked, given.HOST ?? '127.0.0.1').catch((error) => {
    throw new ClusterProblem(`Port ${asked} cannot be had (${error.code}): name another one with --port.`);
  });
  const settings = settingsFor(given, { dir, port, mongo, redis });
  const nodes = keep(
    new Nodes({ settings, balancer, basePort: asked === 0 ? 0 : port, baseMetricsPort: metricsPortOf(given, asked) }),
  );
  // The first one makes the collections; the others find them.
  await nodes.add();
  await Promise.all(Array.from({ length: options.nodes - 1 }, () => nodes.add()));
  await untilTaken(redis, isStopping);
  keep({ stop: async () => timers.forEach(clearInterval) });
  const timers = disturb(nodes, options);
  tell({ port, dir, mongo, redis, nodes, balancer });
  // The lines typed here end with the cluster, and so does the wait for them.
  const input = createInterface({ input: process.stdin });
  keep({ stop: async () => input.close() });
  listenToWords(input, { nodes, balancer, say, stop });
}

const METRICS_PORT = 9_464;

/** That of the first node, the others follow; 0 = any for each. Unset, it is free where the ports of the nodes are. */
function metricsPortOf({ METRICS_PORT: given }, port) {
  if (given === 'off') return 'off';
  if (given) return Number(given);
  return port === 0 ? 0 : METRICS_PORT;
}

/** The settings that all nodes share; each node adds its name and its ports. */
function settingsFor(given, { dir, port, mongo, redis }) {
  return {
    ...given,
    HOST: '127.0.0.1',
    PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${port}`,
    TRUST_PROXY: '1',
    // The balancer asks every node several times a second whether it is ready.
    LOG_LEVEL: given.LOG_LEVEL ?? 'warn',
    DATA_DIR: dir,
    MONGODB_URI: mongo.uri,
    REDIS_URL: redis.url,
    SECRET: given.SECRET ?? keptSecret(dir, 'secret'),
    CONSOLE_KEY: given.CONSOLE_KEY ?? keptSecret(dir, 'console-key'),
  };
}

/** Made once, before several nodes could each make one. */
function keptSecret(dir, name) {
  const file = join(dir, name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const secret = randomBytes(32).toString('hex');
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}

/** A Redis that has just come up is nobody's for the length of a lease. */
async function untilTaken(redis, isStopping) {
  while (!isStopping() && (await redis.slotsTaken()) < SLOTS) await new Promise((done) => setTimeout(done, 100));
}

function disturb(nodes, { killEveryS, drainEveryS }) {
  let turn = 0;
  const every = (seconds, act) => {
    const next = () => {
      const { all } = nodes;
      const node = all[turn++ % all.length];
      if (node?.process.isRunning()) act(node);
    };
    return setInterval(next, seconds * 1_000);
  };
  return [
    ...(killEveryS ? [every(killEveryS, (node) => nodes.kill(node))] : []),
    ...(drainEveryS ? [every(drainEveryS, (node) => nodes.drain(node))] : []),
  ];
}

function tell({ port, dir, mongo, redis, nodes, balancer }) {
  say('');
  for (const node of nodes.all) say(`  ${statusOf(node, balancer)}`);
  say(`  MongoDB   ${mongo.uri}`);
  say(`  Redis     ${redis.url}`);
  say(`  data      ${dir}`);
  say(`  stop one  kill -9 ${nodes.all[0].process.child.pid}, or type: kill 1 · drain 1 · freeze 1 · add · help`);
  say(`The cluster is ready at http://localhost:${port} · Ctrl-C stops everything`);
}

function onSignals(stop, parts) {
  let times = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      times += 1;
      if (times === 1) {
        say(`${signal}: the nodes drain, then the stores stop. Once more cuts everything off.`);
        stop().catch((error) => process.stderr.write(`${error.stack}\n`));
        return;
      }
      cutAll(parts);
      process.exit(1);
    });
  }
}

async function stopAll(parts) {
  for (const part of parts.toReversed()) await part.stop();
  say('Everything is stopped.');
}

/** kill -9 for all that may still run. */
function cutAll(parts) {
  for (const part of parts) {
    part.cut?.();
    for (const { child } of part.members ?? (part.server ? [part.server] : [])) child.kill('SIGKILL');
  }
}
