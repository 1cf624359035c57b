/** A Redis with a port for TLS and another one, which knows one user who may do what docs/operating.md says that a node needs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { poll } from '../time/poll.js';
import { freePort } from './free-port.mjs';

export interface TlsRedis extends AsyncDisposable {
  /** The address with a user and a password, as `REDIS_URL`. */
  urlFor(user: string, password: string): string;
  /** The same for the port without TLS. */
  plainUrlFor(user: string, password: string): string;
  /** The certificate as a file, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  /** The commands that the user was refused for want of a right. */
  refusedCommands(): Promise<string[]>;
  /** The owner of each slot. */
  owners(): Promise<string[]>;
  /** What the user may do from now on. */
  setRules(rules: string): Promise<void>;
}

export interface TlsLogin {
  user: string;
  password: string;
  /** The rules of its access, as Redis reads them. */
  rules: string;
}

/** The test's own. */
const ADMIN = { username: 'admin', password: 'of-the-test' };

export async function startTlsRedis(binary: string, login: TlsLogin): Promise<TlsRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-redis-tls-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const [certificate, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  makeCertificate(certificate, key);
  const config = [
    `port ${plainPort}`,
    `tls-port ${port}`,
    'bind 127.0.0.1',
    `dir ${dir}`,
    `tls-cert-file ${certificate}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${certificate}`,
    'tls-auth-clients no',
    'save ""',
    `user ${login.user} on >${login.password} ${login.rules}`,
    `user ${ADMIN.username} on >${ADMIN.password} ~* &* +@all`,
    'user default off',
  ];
  await writeFile(join(dir, 'redis.conf'), `${config.join('\n')}\n`);
  const child = spawn(binary, [join(dir, 'redis.conf')], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await poll(() => child.exitCode !== null || output.includes('Ready to accept connections'), {
    until: 'redis-server listens',
  });
  if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}: ${output}`);
  const admin = new Redis({ host: '127.0.0.1', port, ...ADMIN, tls: { ca: await readFile(certificate) } });
  return {
    certificate,
    async refusedCommands() {
      const events = (await admin.acl('LOG')) as string[][];
      return events.filter(([, , , reason]) => reason === 'command').map((event) => String(event[7]));
    },
    owners: () => admin.hvals('{meydan}:owners'),
    async setRules(rules) {
      await admin.acl('SETUSER', login.user, 'resetkeys', 'resetchannels', '-@all', ...rules.split(' '));
    },
    urlFor: (user, password) => `rediss://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    plainUrlFor: (user, password) => `redis://${user}:${encodeURIComponent(password)}@127.0.0.1:${plainPort}`,
    async [Symbol.asyncDispose]() {
      admin.disconnect();
      child.kill('SIGKILL');
      await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Signed by itself, for the address that the nodes connect to. */
function makeCertificate(certificate: string, key: string): void {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...kind, ...files, ...subject], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}
