import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, type Environment, listeningOn, loadConfig } from '#src/config/config.js';
import { withEnvFile } from '#src/config/env-file.js';
import { explainConfig } from '#src/config/explain-config.js';
import { settings } from '#src/config/settings.js';

const secret = '0123456789abcdef0123456789ABCDEF';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Environment = {}) => loadConfig({ DATA_DIR: join(folder, 'data'), ...env });
const production = (env: Environment = {}) => load({ NODE_ENV: 'production', SECRET: secret, ...env });

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('settings', () => {
  it('has a default for everything outside production', () => {
    expect(load()).toMatchObject({
      environment: 'development',
      http: {
        port: 3000,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:3000',
        trustedProxies: 0,
        socketOrigins: null,
      },
      store: { dataDir: join(folder, 'data'), mongodbUri: null },
      objects: { kind: 'local', dir: join(folder, 'data', 'objects') },
      uploadLinkTtlS: 600,
      downloadLinkTtlS: 3600,
      documentTtlS: 3600,
      actorBudgetMb: null,
      panelCodeTtlS: 180,
      identity: { kind: 'development', redirectUris: [] },
      devLogin: true,
      bots: true,
      webhooks: true,
      rateLimits: true,
      accessTokenTtlS: 3600,
      refreshTokenTtlS: 7_776_000,
      vanityLinkStars: 500,
      v1: {
        allowedOrigins: null,
        accessTokenTtlS: 900,
        refreshTokenTtlS: 2_592_000,
        codeTtlS: 60,
        replayWindowS: 15,
      },
      mail: { kind: 'outbox', dir: join(folder, 'data', 'outbox'), from: 'no-reply@localhost' },
      metrics: { port: 9464, host: '127.0.0.1', token: null },
      buildRevision: null,
      drainS: 25,
    });
  });

  it('takes other limits of the windows of the table, within their bounds', () => {
    const { rateWindows } = load({ RATE_WINDOWS: 'network=12000, create_room=1' });
    expect(rateWindows).toMatchObject({ network: { limit: 12_000, windowMs: 60_000 }, create_room: { limit: 1 } });
    expect(rateWindows.read).toEqual(load().rateWindows.read);
  });

  it.each(['network=299', 'network=1000001', 'network', 'auth=50', 'read=1000,read=2000', 'read=-1', 'read=1e3', ','])(
    'refuses the limits %p',
    (text) => {
      const message = refusal(() => load({ RATE_WINDOWS: text }));
      expect(message).toContain('RATE_WINDOWS');
      expect(message).toContain('network=<300-1000000>');
    },
  );

  it('is careful in production', () => {
    expect(production({ PUBLIC_URL: 'https://chat.example.org/' })).toMatchObject({
      http: { host: '0.0.0.0', publicUrl: 'https://chat.example.org', socketOrigins: ['https://chat.example.org'] },
      identity: { kind: 'none' },
      mail: { kind: 'none' },
      devLogin: false,
      secrets: [secret],
    });
  });

  it('cannot be changed after the start', () => {
    const config = load();
    expect(Object.isFrozen(config) && Object.isFrozen(config.http) && Object.isFrozen(config.secrets)).toBe(true);
  });

  it('takes an empty setting for one that is not set', () => {
    expect(load({ PORT: ' ', MONGODB_URI: '' })).toMatchObject({ http: { port: 3000 }, store: { mongodbUri: null } });
  });

  it('follows the port that was really taken, unless links have a base of their own', () => {
    expect(listeningOn(load({ PORT: '0' }), 4567).http.publicUrl).toBe('http://localhost:4567');
    expect(listeningOn(load({ PUBLIC_URL: 'https://a.example', ALLOW_DEV_DOORS: 'yes' }), 4567).http.publicUrl).toBe(
      'https://a.example',
    );
  });

  it('reads lists, and what turns a part off', () => {
    const config = load({ SECRET: 'new, old', SOCKET_ORIGINS: 'https://A.example, http://b:81/', METRICS_PORT: 'off' });
    expect(config.secrets).toEqual(['new', 'old']);
    expect(config.http.socketOrigins).toEqual(['https://a.example', 'http://b:81']);
    expect(config.metrics).toBeNull();
    expect(production({ SOCKET_ORIGINS: 'any' }).http.socketOrigins).toBeNull();
  });

  it('takes an identity provider whose settings are complete', () => {
    const identity = {
      OIDC_ISSUER: 'https://login.example/realm',
      OIDC_CLIENT_ID: 'meydan',
      OIDC_CLIENT_SECRET: 'hush',
      OIDC_REDIRECT_URIS: 'https://chat.example/, meydan://login',
    };
    expect(production(identity).identity).toEqual({
      kind: 'external',
      issuer: 'https://login.example/realm',
      clientId: 'meydan',
      clientSecret: 'hush',
      redirectUris: ['https://chat.example/', 'meydan://login'],
    });
  });
});

describe('the object store', () => {
  const needed = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' };

  it('is one of our own, with paths, where an endpoint is given', () => {
    expect(load({ ...needed, S3_ENDPOINT: 'http://minio:9000/' }).objects).toEqual({
      kind: 's3',
      endpoint: 'http://minio:9000',
      publicEndpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 'hush',
      forcePathStyle: true,
    });
  });

  it('is Amazon’s, with hosts, where only a region is', () => {
    expect(load({ ...needed, S3_REGION: 'eu-central-1' }).objects).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      publicEndpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      forcePathStyle: false,
    });
  });

  it('may be reached by clients in another way, and addressed in another', () => {
    const more = {
      S3_ENDPOINT: 'http://minio:9000',
      S3_PUBLIC_ENDPOINT: 'https://files.example',
      S3_FORCE_PATH_STYLE: 'off',
    };
    expect(load({ ...needed, ...more }).objects).toMatchObject({
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://files.example',
      forcePathStyle: false,
    });
  });

  it.each(Object.keys({ ...needed, S3_ENDPOINT: '' }))('is not half set: without %s it is refused', (name) => {
    const message = refusal(() => load({ ...needed, S3_ENDPOINT: 'http://minio:9000', [name]: undefined }));
    expect(message).toContain(`${name} is missing`);
    expect(message).not.toContain('hush');
  });

  it('is told of without its secret', () => {
    const lines = explainConfig(load({ ...needed, S3_ENDPOINT: 'http://minio:9000' })).join('\n');
    expect(lines).toContain('S3 bucket files at http://minio:9000');
    expect(lines).not.toContain('hush');
  });
});

describe('a wrong setting', () => {
  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'chat.example.org'],
    ['PUBLIC_URL', 'ftp://chat.example.org'],
    ['PUBLIC_URL', 'https://user:pass@chat.example.org'],
    ['PUBLIC_URL', 'https://chat.example.org/?a=b'],
    ['OIDC_REDIRECT_URIS', 'https://a.example/,,'],
    ['DEV_LOGIN', 'yes'],
    ['RATE_LIMITS', 'maybe'],
    ['SOCKET_ORIGINS', 'https://a.example/path'],
    ['SOCKET_ORIGINS', '*'],
    ['TRUST_PROXY', 'true'],
    ['SERVICE_BRAND', 'Mey dan'],
    ['APP_SCHEME', 'meydan:'],
    ['ACCESS_TOKEN_TTL_S', '0'],
    ['REFRESH_TOKEN_TTL_S', '1h'],
    ['DRAIN_S', '-1'],
    ['DRAIN_S', '3601'],
    ['SESSION_MAX_AGE_S', '315360001'],
    ['UPLOAD_LINK_TTL_S', '0'],
    ['DOWNLOAD_LINK_TTL_S', '604801'],
    ['DOCUMENT_TTL_S', '1h'],
    ['PANEL_CODE_TTL_S', '3m'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['S3_ENDPOINT', 'https://files.example/bucket'],
    ['S3_PUBLIC_ENDPOINT', 'https://files.example/?a=b'],
    ['DICTIONARY_URL', 'on'],
    ['DICTIONARY_URL', 'https://a.example/?key=b'],
    ['S3_REGION', 'eu central'],
    ['S3_BUCKET', 'My_Bucket'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
    ['VANITY_LINK_STARS', '-1'],
    ['LOG_ARCHIVE_AFTER_DAYS', '6'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Meydan <a@b> <c@d>'],
    ['V1_ALLOWED_ORIGINS', 'https://a.example/path'],
    ['V1_ALLOWED_ORIGINS', '*'],
    ['V1_ALLOWED_ORIGINS', 'https://*.example.org'],
    ['SOCKET_ORIGINS', 'https://*.example.org'],
    ['V1_CODE_TTL_S', '0'],
    ['V1_REPLAY_WINDOW_S', '-1'],
    ['VANITY_LINK_STARS', '1.5'],
    ['LOG_ARCHIVE_AFTER_DAYS', '36501'],
    ['METRICS_PORT', 'on'],
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is named, with what is wrong and an example', (name, value) => {
    const message = refusal(() => load({ [name]: value }));
    expect(message).toContain(`${name}=${value} is wrong: it must be `);
    expect(message).toContain(`Example: ${name}=`);
  });

  it('is answered with both bounds of a number of seconds', () => {
    expect(refusal(() => load({ SESSION_MAX_AGE_S: '864000000' }))).toContain('from 1 to 315360000. Example');
    expect(refusal(() => load({ DRAIN_S: '3000000' }))).toContain('from 0 to 3600. Example');
  });

  it('is reported together with all the others', () => {
    expect(refusal(() => load({ PORT: 'x', DRAIN_S: 'y' })).split('\n')).toHaveLength(2);
  });

  it.each([
    ['MONGODB_URI', 'http://admin:hunter2@db'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['REDIS_URL', 'redis+sentinel://:hunter2@cache'],
    ['SMTP_URL', 'http://user:hunter2@mail'],
    ['CONSOLE_KEY', 'hunter2'],
    ['DICTIONARY_KEY', 'hunter2'],
    ['CONSOLE_KEY', 'hunter2 with blanks in it'],
  ])('%s is refused without repeating what may be a password', (name, value) => {
    const message = refusal(() => load({ [name]: value }));
    expect(message).toContain(`${name} is wrong`);
    expect(message).not.toContain('hunter2');
  });

  it.each([
    ['REDIS_URL without MONGODB_URI', { REDIS_URL: 'redis://a' }, 'without MONGODB_URI'],
    ['REDIS_URL without SECRET', { REDIS_URL: 'redis://a', MONGODB_URI: 'mongodb://a/b' }, 'without SECRET'],
    ['a dictionary without its key', { DICTIONARY_URL: 'https://a.example' }, 'DICTIONARY_KEY is missing'],
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
    ['half an identity provider', { OIDC_ISSUER: 'https://a.example' }, 'OIDC_CLIENT_ID is missing'],
  ])('%s is refused with the reason', (_what, env, reason) => {
    expect(refusal(() => load(env))).toContain(reason);
  });
});

describe('in production', () => {
  it.each([
    ['no secret', { SECRET: undefined }, 'SECRET is missing'],
    ['a secret of 31 bytes', { SECRET: 'k'.repeat(31) }, 'SECRET is too short'],
    ['a short secret behind a long one', { SECRET: `${secret},short` }, 'SECRET is too short'],
    ['a dictionary key for nothing', { DICTIONARY_KEY: 'k'.repeat(16) }, 'DICTIONARY_URL is missing'],
    ['no limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is refused'],
    ['a secret of one character', { SECRET: 'a'.repeat(64) }, 'SECRET can be guessed'],
    ['a guessable secret behind a good one', { SECRET: `${secret},${'abcdefgh'.repeat(4)}` }, 'SECRET can be guessed'],
    ['a guessable key of operators', { CONSOLE_KEY: 'a'.repeat(32) }, 'CONSOLE_KEY can be guessed'],
    [
      'a provider over plain http',
      {
        OIDC_ISSUER: 'http://a.example',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
        OIDC_REDIRECT_URIS: 'https://c/',
      },
      'must use https',
    ],
  ])('%s is refused', (_what, env, reason) => {
    expect(refusal(() => production(env))).toContain(reason);
  });

  it('limits may be turned off on purpose', () => {
    expect(production({ RATE_LIMITS: 'off', ALLOW_UNLIMITED: 'yes' }).rateLimits).toBe(false);
  });

  it('no secret is written down', () => {
    production();
    expect(() => statSync(join(folder, 'data', 'secret'))).toThrow('ENOENT');
  });
});

describe('the secret made outside production', () => {
  it('is the same at the next start, and only its owner may read it', () => {
    const first = load().secrets;
    expect(load().secrets).toEqual(first);
    expect(first[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(folder, 'data', 'secret')).mode & 0o777).toBe(0o600);
  });

  it('stops the start when its file is damaged, and is not replaced', () => {
    load();
    writeFileSync(join(folder, 'data', 'secret'), 'half of i');
    expect(refusal(load)).toContain('is damaged');
    expect(readFileSync(join(folder, 'data', 'secret'), 'utf8')).toBe('half of i');
  });

  it('stops the start when DATA_DIR is no folder', () => {
    writeFileSync(join(folder, 'data'), 'a file');
    expect(refusal(load)).toContain('cannot be used');
  });
});

describe('the settings file', () => {
  const file = () => join(folder, '.env');

  it('fills in what the environment does not say', () => {
    writeFileSync(file(), '# ours\nPORT=4000\nexport HOST="0.0.0.0"\n');
    expect(withEnvFile(file(), { PORT: '5000' })).toEqual({ PORT: '5000', HOST: '0.0.0.0' });
  });

  it('may be missing', () => {
    expect(withEnvFile(file(), { PORT: '5000' })).toEqual({ PORT: '5000' });
  });

  it.each(['PORT 4000', 'PORT=4000\n\u0000\u0001', '{"PORT": 4000}'])(
    'stops the start when it is damaged: %j',
    (text) => {
      writeFileSync(file(), text);
      expect(refusal(() => withEnvFile(file(), {}))).toContain('is damaged in line');
    },
  );

  it('has an example that names every setting and can be used as it is', () => {
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted());
    const used = loadConfig({ ...withEnvFile('.env.example', {}), DATA_DIR: join(folder, 'data') });
    expect(used).toEqual(load());
  });
});

describe('what the start tells', () => {
  it('says what holds and no secret', () => {
    const env = { MONGODB_URI: 'mongodb://admin:hunter2@db:27017/chat?authSource=hunter3', SECRET: 'hunter4' };
    const lines = explainConfig(load(env)).join('\n');
    expect(lines).toContain('mongodb://db:27017/chat');
    expect(lines).not.toMatch(/hunter/);
  });

  it('says the operators’ key where it was made here, and only there', () => {
    const made = load();
    expect(made.consoleKey).toMatch(/^[0-9a-f]{64}$/);
    expect(load().consoleKey).toBe(made.consoleKey);
    expect(explainConfig(made).join('\n')).toContain(`key ${made.consoleKey}`);
    const set = load({ CONSOLE_KEY: 'the-hunters-own-key' });
    expect([set.consoleKey, explainConfig(set).join('\n').includes('hunter')]).toEqual(['the-hunters-own-key', false]);
    expect(production().consoleKey).toBeNull();
    expect(explainConfig(production()).join('\n')).toContain('CONSOLE_KEY is not set');
  });
});
