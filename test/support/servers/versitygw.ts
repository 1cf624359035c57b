import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { describeWith } from '../skipped-suites.js';
import { poll } from '../time/poll.js';
import { freePort } from './free-port.mjs';

/** A real S3 server on a port of its own, over a folder of its own, with one bucket that any page may use. */
export interface S3Server {
  /** As the service is told of it. */
  settings: Record<string, string>;
  port: number;
  client: S3Client;
  /** Requests whose host is `<bucket>.<this>` are for that bucket. */
  virtualDomain: string;
  stop(): Promise<void>;
}

const ACCESS = 'meydan-tests';
const SECRET = 'the secret of the tests';
const REGION = 'eu-central-1';
const BUCKET = 'meydan-files';
const VIRTUAL_DOMAIN = 's3.test';

/** The versitygw that is here, or undefined; where the tests must not skip anything (CI), a missing one is an error. */
export function versitygwForTests(): string | undefined {
  const script = fileURLToPath(new URL('../../../scripts/fetch/versitygw.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  const found = stdout.trim() || undefined;
  if (found || !process.env.CI) return found;
  throw new Error('no versitygw: run `node scripts/fetch/versitygw.mjs` before the tests');
}

/** Runs the tests with a real S3 server. Without one they are left out loudly; in CI that is a failure. */
export function describeWithS3(name: string, tests: (server: () => S3Server) => void): void {
  describeWith({ versitygw: versitygwForTests() }, name, ({ versitygw: binary }) => {
    let server: S3Server | undefined;
    beforeAll(async () => {
      server = await startS3(binary);
    });
    afterAll(() => server?.stop());
    tests(() => {
      if (!server) throw new Error('the S3 server is started before each suite');
      return server;
    });
  });
}

async function startS3(binary: string): Promise<S3Server> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-s3-'));
  const meta = await mkdtemp(join(tmpdir(), 'meydan-s3-meta-'));
  const port = await freePort();
  const general = ['--port', `127.0.0.1:${port}`, '--region', REGION, '--virtual-domain', VIRTUAL_DOMAIN, '--quiet'];
  const child = spawn(binary, [...general, '--keep-alive', 'posix', '--sidecar', meta, dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ROOT_ACCESS_KEY: ACCESS, ROOT_SECRET_KEY: SECRET },
  });
  const client = clientFor(port);
  await prepared(client, child);
  return {
    port,
    client,
    virtualDomain: VIRTUAL_DOMAIN,
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: ACCESS,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    async stop() {
      client.destroy();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await Promise.all([dir, meta].map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

function clientFor(port: number): S3Client {
  return new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: ACCESS, secretAccessKey: SECRET },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
}

async function prepared(client: S3Client, child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`versitygw ended with ${code}`)));
  const made = () =>
    client.send(new CreateBucketCommand({ Bucket: BUCKET })).then(
      () => true,
      ({ name }: Error) => name === 'BucketAlreadyOwnedByYou',
    );
  await Promise.race([poll(made, { until: 'versitygw takes requests' }), ended]);
  const rule = { AllowedMethods: ['GET', 'PUT', 'HEAD'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] };
  await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }));
}
