/** `npm run doctor`: each part of an installation that is well is called well, and each that is not is named. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteBucketCorsCommand } from '@aws-sdk/client-s3';
import { Redis } from 'ioredis';
import { examine, type PartReport } from '#src/app/doctor/doctor.js';
import { examineClocks } from '#src/app/doctor/examine-clocks.js';
import { type Described, examineGroups } from '#src/app/doctor/examine-groups.js';
import { examinePush } from '#src/app/doctor/examine-push.js';
import { supportBundle } from '#src/app/doctor/support-bundle.js';
import { loadConfig } from '#src/config/config.js';
import { hostProvider } from '../auth/support/provider-host.js';
import { startApns } from '../push/support/apns-server.js';
import { startFcm } from '../push/support/fcm-server.js';
import { startPushReceiver } from '../push/support/push-receiver.js';
import { bootApp } from '../support/clients/boot-app.js';
import { generateEcPair, generateRsaPair } from '../support/key-pairs.js';
import { freePort } from '../support/servers/free-port.mjs';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeWithS3 } from '../support/servers/versitygw.js';
import { describeOnMongo } from '../support/store/engines.js';
import { openCollector } from '../tracing/collector.js';
import { startMailServer } from '../v1/support/mail-server.js';

const SECRET = 'x'.repeat(40);
const WRONG_SECRET = 'not the secret';
const OIDC_REDIRECT_URIS = 'http://localhost:3000/';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-doctor-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A port at which nobody listens. */
const nowhere = async () => `127.0.0.1:${await freePort()}`;

async function examined(settings: Record<string, string>): Promise<PartReport[]> {
  const PUBLIC_URL = settings.PUBLIC_URL ?? `http://${await nowhere()}`;
  return examine(
    loadConfig({ NODE_ENV: 'test', DATA_DIR: dir, PORT: '0', WEB_PUSH_HOSTS: 'off', ...settings, PUBLIC_URL }),
  );
}

/** The sentences of a part with their level. */
const saidOf = (reports: PartReport[], part: string): string[] =>
  reports.find((report) => report.part === part)?.findings.map(({ level, message }) => `${level}: ${message}`) ?? [];

describe('the doctor, on one machine', () => {
  it('finds the folders of a small installation well, and says what is for developers only', async () => {
    const reports = await examined({});
    expect(reports.map(({ part }) => part)).toEqual(['store', 'files', 'login', 'mail', 'push', 'address', 'clocks']);
    for (const part of ['store', 'files']) {
      expect(saidOf(reports, part)).toEqual([
        expect.stringMatching(/GiB are free/),
        expect.stringMatching(/on the disk/),
      ]);
    }
    expect(saidOf(reports, 'login')).toEqual(['warning: the embedded provider lets anybody in as anybody']);
    expect(saidOf(reports, 'mail')[0]).toMatch(/^warning: mails become files/);
    expect(saidOf(reports, 'address')[0]).toMatch(/^warning: .* does not answer .*: is the service running\?$/);
  });

  it('finds a running service at its address, WebSockets included, and leaves nothing behind', async () => {
    const booted = await bootApp();
    try {
      const reports = await examined({ PUBLIC_URL: booted.url, DATA_DIR: booted.dataDir });
      expect(saidOf(reports, 'address')).toEqual([`ok: ${booted.url} answers`, 'ok: WebSockets are carried']);
    } finally {
      await booted[Symbol.asyncDispose]();
    }
  });

  it('asks the collector of traces for an answer, and says what is wrong with it', async () => {
    const collector = await openCollector();
    const told = async (status: number, at = collector.url) => {
      collector.answer = (response) => void response.writeHead(status).end('{}');
      return saidOf(await examined({ OTEL_EXPORTER_OTLP_ENDPOINT: at }), 'traces');
    };
    try {
      expect(await told(200)).toEqual([`ok: ${collector.url} takes traces`]);
      expect(collector.spans).toEqual([]);
      expect((await told(401))[0]).toMatch(/^problem: .* answers 401: it does not accept the credentials/);
      expect((await told(404))[0]).toMatch(
        /^problem: .* answers 404 under \/v1\/traces: name the port of OTLP over HTTP/,
      );
      expect((await told(415))[0]).toMatch(/^problem: .* answers 415: it does not take OTLP as JSON/);
      expect((await told(503))[0]).toMatch(/^problem: .* answers 503: it takes no traces now/);
    } finally {
      await collector.close();
    }
    expect((await told(200, `http://${await nowhere()}`))[0]).toMatch(
      /^problem: nobody takes traces at .*ECONNREFUSED.*: is the collector running\?$/,
    );
  });

  it('says in a sentence that the identity provider, or the mail server, is not there', async () => {
    const OIDC_ISSUER = `http://${await nowhere()}`;
    const settings = { OIDC_ISSUER, OIDC_CLIENT_ID: 'meydan', OIDC_CLIENT_SECRET: 'a secret', OIDC_REDIRECT_URIS };
    const reports = await examined({ ...settings, SMTP_URL: `smtp://${await nowhere()}`, MAIL_FROM: 'a@example.org' });
    expect(saidOf(reports, 'login')).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED/)]);
    expect(saidOf(reports, 'mail')).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED/)]);
  });

  it('finds a provider and a mail server that are there', async () => {
    await using host = await hostProvider();
    await using mails = await startMailServer();
    const { clientId, clientSecret, issuer } = host.provider;
    const OIDC_ISSUER = typeof issuer === 'function' ? issuer() : issuer;
    const login = {
      OIDC_ISSUER,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_REDIRECT_URIS,
    };
    const reports = await examined({ ...login, SMTP_URL: mails.url, MAIL_FROM: 'meydan@example.org' });
    expect(saidOf(reports, 'login')).toEqual([
      `ok: ${OIDC_ISSUER} describes itself`,
      expect.stringMatching(/^ok: it shows \d+ key\(s\)/),
    ]);
    const groups = {
      ...login,
      CONSOLE_KEY: 'k'.repeat(32),
      OPERATOR_GROUPS: 'admin=chat-admins',
      OPERATOR_SCOPE: 'groups',
    };
    expect(saidOf(await examined(groups), 'login').slice(2)).toEqual([
      'ok: it tells the claim groups, in which chat-admins would make an operator',
    ]);
    expect(saidOf(reports, 'mail')).toEqual([expect.stringMatching(/^ok: 127.0.0.1:\d+ takes mails/)]);
    expect(saidOf(reports, 'clocks')).toEqual([expect.stringMatching(/^ok: the clock of the identity provider/)]);
    expect(mails.mails).toEqual([]);
  });

  it('makes a bundle without a secret', async () => {
    const settings = { NODE_ENV: 'test', DATA_DIR: dir, SECRET, CONSOLE_KEY: 'k'.repeat(20) };
    const bundle = supportBundle(loadConfig(settings), { env: settings, runs: 'a test' }, await examined({}));
    expect(bundle.settingsGiven).toEqual(expect.arrayContaining(['NODE_ENV', 'DATA_DIR', 'CONSOLE_KEY']));
    const text = JSON.stringify(bundle);
    expect(text).not.toContain(settings.CONSOLE_KEY);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('GiB are free');
  });
});

describe('the groups of operators at the identity provider', () => {
  const roles = [{ role: 'admin' as const, group: 'chat-admins' }];
  const said = (described: Described, scope: string | null = null) =>
    examineGroups({ claim: 'groups', roles, scope, loginTtlS: 300 }, described).map(
      ({ level, message }) => `${level}: ${message}`,
    );

  it('are named when the provider lists neither the scope nor the claim', () => {
    const described = { scopes_supported: ['openid', 'profile'], claims_supported: ['sub', 'name'] };
    expect(said(described, 'openid roles')).toEqual([
      'problem: it has no scope roles (OPERATOR_SCOPE); it has openid, profile: logins of operators will fail',
      expect.stringMatching(
        /^warning: it does not list the claim groups .* \(sub, name\): map the groups to it there;/,
      ),
    ]);
    expect(said(described)).toEqual([expect.stringMatching(/: it may need a scope \(OPERATOR_SCOPE\)/)]);
  });

  it('stay open when the provider lists nothing', () => {
    expect(said({}, 'groups')).toEqual([
      expect.stringMatching(/^warning: it does not say whether .*: log in once on \/console/),
    ]);
  });
});

describe('the clocks', () => {
  const judged = (aheadMs: number, uncertainMs = 10) => examineClocks([{ of: 'Redis', aheadMs, uncertainMs }])[0];

  it('are well within what the way to them leaves open, and named beyond it', () => {
    expect(judged(5)?.level).toBe('ok');
    expect(judged(-900)?.level).toBe('ok');
    expect(judged(1_500)?.level).toBe('warning');
    expect(judged(1_500, 1_000)?.level).toBe('ok');
    expect(judged(-40_000)).toMatchObject({ level: 'problem', message: expect.stringContaining('40000 ms behind') });
  });
});

describe('the push services', () => {
  it('are asked with the key, and their refusal is the finding', async () => {
    await using apns = await startApns();
    await using fcm = await startFcm();
    await using browsers = await startPushReceiver();
    const key = { privateKey: generateEcPair().privateKey, keyId: 'K', teamId: 'T', topic: 'org.example.app' };
    const origins = { productionOrigin: apns.origin, sandboxOrigin: apns.origin };
    const account = { projectId: 'p', clientEmail: 'a@p', privateKey: generateRsaPair().privateKey };
    const push = {
      apns: { ...key, ...origins },
      fcm: { ...account, tokenUri: `${fcm.origin}/token`, origin: fcm.origin },
      web: { hosts: [browsers.origin], secrets: ['s'], contact: null },
    };
    apns.answerNext({ status: 400, reason: 'BadDeviceToken' });
    const well = await examinePush(push);
    expect(well.findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
    apns.answerNext({ status: 403, reason: 'InvalidProviderToken' });
    const { findings } = await examinePush({
      ...push,
      fcm: null,
      web: { ...push.web, hosts: [`http://${await nowhere()}`] },
    });
    expect(findings[0]).toEqual({ level: 'problem', message: `iOS: ${apns.origin} answers 403 InvalidProviderToken` });
    expect(findings[2]).toMatchObject({ level: 'warning', message: expect.stringContaining('cannot be reached') });
    fcm.answerToken({ status: 400 });
    await expect(examinePush({ apns: null, fcm: push.fcm, web: null })).rejects.toThrow(
      'the token endpoint answered 400',
    );
  });
});

describeOnMongo('the doctor, on MongoDB', (_, mongod) => {
  it('finds it well, with the single member as a warning, and leaves no collection behind', async () => {
    const uri = mongod().freshUri();
    const said = saidOf(await examined({ MONGODB_URI: uri }), 'MongoDB');
    expect(said[0]).toMatch(/^ok: version \d+\.\d+\.\d+ answers in \d+ ms$/);
    expect(said[1]).toMatch(/^warning: the replica set has 1 member\(s\)/);
    expect(said[2]).toMatch(/: a write is durable on a majority after \d+ ms/);
    expect(said.slice(3).every((sentence) => sentence.includes('is missing: the next start builds it'))).toBe(true);
    expect(saidOf(await examined({ MONGODB_URI: uri }), 'clocks')).toEqual([
      expect.stringMatching(/^ok: the clock of MongoDB/),
    ]);
  });

  it('says that it is not there, without its password', async () => {
    const [host, password] = [await nowhere(), 'a-password'];
    const said = saidOf(
      await examined({ MONGODB_URI: `mongodb://user:${password}@${host}/x?replicaSet=rs0` }),
      'MongoDB',
    );
    expect(said).toEqual([expect.stringMatching(/^problem: MongoDB cannot be reached by MONGODB_URI/)]);
    expect(said[0]).not.toContain(password);
  });
});

describeOnRedis('the doctor, on Redis', (redis) => {
  const cluster = (url: string) => ({ MONGODB_URI: 'mongodb://127.0.0.1:1/x?replicaSet=rs0', REDIS_URL: url, SECRET });

  it('finds it well, and names a policy that would evict leases', async () => {
    const settings = cluster(redis().url);
    expect(saidOf(await examined(settings), 'Redis')).toEqual([
      expect.stringMatching(/: answers in \d+ ms/),
      expect.stringMatching(/^ok: version \S+, as master$/),
    ]);
    const client = new Redis(redis().url);
    await client.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
    client.disconnect();
    expect(saidOf(await examined(settings), 'Redis').at(-1)).toMatch(/^problem: maxmemory-policy is allkeys-lru/);
  });

  it('says that it is not there', async () => {
    const reports = await examined(cluster(`redis://${await nowhere()}`));
    expect(saidOf(reports, 'Redis')).toEqual([expect.stringMatching(/^problem: /)]);
  });
});

describeWithS3('the doctor, on an S3 store', (server) => {
  it('writes, reads by a link, and asks as a browser does', async () => {
    const reports = await examined(server().settings);
    const origin = `http://127.0.0.1:${server().port}`;
    expect(saidOf(reports, 'files')).toEqual([
      'ok: an object is written and removed',
      `ok: a signed link of ${origin} is answered`,
      expect.stringMatching(/^ok: pages of .* may upload \(CORS\)$/),
    ]);
    expect(saidOf(reports, 'clocks')).toEqual([expect.stringMatching(/^ok: the clock of the object store/)]);
  });

  it('names a wrong key, and a bucket without a rule for pages', async () => {
    const wrong = await examined({ ...server().settings, S3_SECRET_ACCESS_KEY: WRONG_SECRET });
    expect(saidOf(wrong, 'files')).toEqual([expect.stringMatching(/^problem: /)]);
    expect(JSON.stringify(wrong)).not.toContain(WRONG_SECRET);
    await server().client.send(new DeleteBucketCorsCommand({ Bucket: server().settings.S3_BUCKET }));
    expect(saidOf(await examined(server().settings), 'files').at(-1)).toMatch(/^problem: pages of .* may not upload/);
  });
});
