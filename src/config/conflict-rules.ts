/** Combinations of valid settings that are invalid together, each with the reason and a solution. */
import { operatorGroupsConflict } from './operator-groups.js';
import { unsafeSettings } from './safety-rules.js';
import { type Given, type SettingName, secretBytesMin } from './settings.js';
import { tracingConflict } from './tracing-config.js';

export function conflictsOf(given: Given): string[] {
  const isProduction = given.NODE_ENV === 'production';
  return [
    redisConflict(given),
    workersConflict(given),
    ...objectStoreConflicts(given),
    ...identityConflicts(given, isProduction),
    ...pushConflicts(given, isProduction),
    ...dictionaryConflicts(given, isProduction),
    mailConflict(given),
    tracingConflict(given, isProduction),
    operatorGroupsConflict(given, isProduction),
    ...(isProduction ? productionConflicts(given) : []),
    ...unsafeSettings(given, isProduction),
  ].filter((problem) => problem !== null);
}

function redisConflict(given: Given): string | null {
  const { REDIS_URL, MONGODB_URI } = given;
  if (!REDIS_URL) return null;
  if (!MONGODB_URI) {
    return (
      'REDIS_URL is set without MONGODB_URI: Redis is for several nodes on one database, and the embedded store ' +
      'belongs to one node. Remove REDIS_URL, or set MONGODB_URI too. ' +
      'Example: MONGODB_URI=mongodb://127.0.0.1:27017/meydan?replicaSet=rs0'
    );
  }
  if (given.SECRET) return null;
  return (
    'REDIS_URL is set without SECRET: several nodes must sign and verify with the same one. ' +
    'Example: SECRET=the output of: openssl rand -hex 32'
  );
}

function workersConflict({ WORKERS = 1, REDIS_URL }: Given): string | null {
  if (WORKERS === 1 || REDIS_URL) return null;
  return (
    `WORKERS=${WORKERS} is set without REDIS_URL: the workers are nodes of a cluster, and share MongoDB and Redis. ` +
    'Remove WORKERS, or set REDIS_URL and MONGODB_URI too. Example: REDIS_URL=redis://127.0.0.1:6379'
  );
}

const objectStoreSettings = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const satisfies SettingName[];

function objectStoreConflicts(given: Given): string[] {
  if (!Object.keys(given).some((name) => name.startsWith('S3_'))) return [];
  const missing: SettingName[] = objectStoreSettings.filter((name) => !given[name]);
  // One of the two gives the address of the store.
  if (!given.S3_ENDPOINT && !given.S3_REGION) missing.push('S3_ENDPOINT');
  const example =
    'Example: S3_ENDPOINT=https://s3.example.org S3_REGION=eu-central-1 S3_BUCKET=meydan-files S3_ACCESS_KEY_ID=… ' +
    'S3_SECRET_ACCESS_KEY=…';
  return missing.map(
    (name) => `${name} is missing: the settings of the object store go together, or none is set. ${example}`,
  );
}

const identitySettings = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_REDIRECT_URIS',
] as const satisfies SettingName[];

const identityExample =
  'Example: OIDC_ISSUER=https://login.example.org OIDC_CLIENT_ID=meydan OIDC_CLIENT_SECRET=… ' +
  'OIDC_REDIRECT_URIS=https://chat.example.org/';

function identityConflicts(given: Given, isProduction: boolean): string[] {
  const needsAll = given.OIDC_ISSUER || given.OIDC_CLIENT_ID || given.OIDC_CLIENT_SECRET;
  const missing = needsAll ? identitySettings.filter((name) => !given[name]) : [];
  const problems = missing.map(
    (name) => `${name} is missing: the settings of the identity provider go together. ${identityExample}`,
  );
  if (isProduction && given.OIDC_ISSUER && isPlainRemote(given.OIDC_ISSUER)) {
    problems.push(`OIDC_ISSUER=${given.OIDC_ISSUER} is wrong: in production it must use https. ${identityExample}`);
  }
  return problems;
}

function isPlainRemote(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const apnsSettings = ['APNS_KEY_FILE', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'] as const satisfies SettingName[];
const pushHosts = ['APNS_HOST', 'APNS_SANDBOX_HOST', 'FCM_HOST'] as const satisfies SettingName[];

const apnsExample =
  'Example: APNS_KEY_FILE=/run/secrets/apns.p8 APNS_KEY_ID=ABCDE12345 APNS_TEAM_ID=FGHIJ67890 ' +
  'APNS_TOPIC=org.example.chat';

/** Device tokens are sent to these hosts. */
function pushConflicts(given: Given, isProduction: boolean): string[] {
  const needsAll = apnsSettings.some((name) => given[name]);
  const missing = needsAll ? apnsSettings.filter((name) => !given[name]) : [];
  const plain = isProduction ? pushHosts.filter((name) => given[name]?.startsWith('http:')) : [];
  const plainWeb = isProduction ? (given.WEB_PUSH_HOSTS ?? []).filter((host) => host.startsWith('http:')) : [];
  return [
    ...missing.map((name) => `${name} is missing: the settings of Apple's push service go together. ${apnsExample}`),
    ...plain.map((name) => `${name}=${given[name]} is wrong: in production it must use https. Leave it unset.`),
    ...plainWeb.map((host) => `WEB_PUSH_HOSTS=${host} is wrong: in production it must use https. Leave it unset.`),
  ];
}

/** Outside production a key without a URL is that of the embedded console. */
function dictionaryConflicts({ DICTIONARY_URL: url, DICTIONARY_KEY: key }: Given, isProduction: boolean): string[] {
  const example =
    'The two go together. Example: DICTIONARY_URL=https://dictionary.example.org/api ' +
    'DICTIONARY_KEY=the output of: openssl rand -hex 32';
  if (url && url !== 'off' && !key) return [`DICTIONARY_KEY is missing for DICTIONARY_URL. ${example}`];
  if (isProduction && key && !url) return [`DICTIONARY_URL is missing for DICTIONARY_KEY. ${example}`];
  return [];
}

/** With a guessed sender, servers would refuse the mails, or replies would be lost. */
function mailConflict({ SMTP_URL, MAIL_FROM }: Given): string | null {
  if (!SMTP_URL || MAIL_FROM) return null;
  return 'MAIL_FROM is missing: SMTP_URL needs an address that mails come from. Example: MAIL_FROM=no-reply@example.org';
}

function productionConflicts(given: Given): string[] {
  const problems: string[] = [];
  const example = 'Example: SECRET=the output of: openssl rand -hex 32';
  if (!given.SECRET) problems.push(`SECRET is missing: production needs one of at least 32 bytes. ${example}`);
  else if (given.SECRET.some((secret) => Buffer.byteLength(secret) < secretBytesMin)) {
    problems.push(`SECRET is too short: in production each must have at least ${secretBytesMin} bytes. ${example}`);
  }
  if (given.RATE_LIMITS === 'off' && given.ALLOW_UNLIMITED !== 'yes') {
    problems.push(
      'RATE_LIMITS=off is refused in production: without limits one client can make the service unusable for all others. ' +
        'Remove it, or confirm it for a load test. Example: ALLOW_UNLIMITED=yes',
    );
  }
  return problems;
}
