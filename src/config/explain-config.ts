/**
 * The settings that the start prints for the operator, with their source. It contains no secrets, except a generated
 * operator key, which the operator cannot know otherwise.
 */
import { type Config, type IdentityConfig, v1Origins } from './config.js';

export function explainConfig(config: Config): string[] {
  return [
    `environment   ${config.environment}`,
    `store         ${explainStore(config)}`,
    `files         ${explainObjects(config)}`,
    `login         ${explainLogin(config)}`,
    `push          ${explainPush(config)}`,
    `dictionary    ${explainDictionary(config)}`,
    `mail          ${explainMail(config)}`,
    `limits        ${config.rateLimits ? 'on' : 'OFF: one client can make the service unusable for all others'}`,
    `sockets from  ${config.http.socketOrigins?.join(', ') ?? 'pages of any origin'}`,
    `/v1 from      ${v1Origins(config).join(', ')}`,
    `proxies       ${config.http.trustedProxies} in front (TRUST_PROXY)`,
    `metrics       ${explainMetrics(config)}`,
    `traces        ${explainTracing(config)}`,
    `operators     ${explainConsole(config)}`,
    `memory        ${config.actorBudgetMb === null ? 'a quarter of the heap limit' : `${config.actorBudgetMb} MiB`} for rooms and accounts (ACTOR_BUDGET_MB)`,
    `stalls        ${config.stallS === 0 ? 'are not detected' : `of ${config.stallS} s end the process with 70`} (STALL_S)`,
    `stopping      within ${config.drainS} s of SIGTERM`,
  ];
}

function explainStore({ store }: Config): string {
  if (store.mongodbUri === null) return `embedded, in ${store.dataDir} (MONGODB_URI selects MongoDB instead)`;
  return `MongoDB at ${withoutCredentials(store.mongodbUri)}`;
}

function explainObjects({ objects }: Config): string {
  if (objects.kind === 'local') return `in ${objects.dir} (the S3_ settings select an S3 store instead)`;
  return `S3 bucket ${objects.bucket} at ${objects.endpoint}, for clients at ${objects.publicEndpoint}`;
}

/** Hosts and database only, because the options of a connection string may contain credentials too. */
function withoutCredentials(uri: string): string {
  const withoutOptions = uri.split('?', 1)[0] ?? '';
  return withoutOptions.replace(/\/\/.*@/, '//');
}

function explainLogin({ identity, devLogin }: Config): string {
  const provider = explainIdentity(identity);
  return devLogin ? `${provider}; developer accounts by name (DEV_LOGIN)` : provider;
}

function explainIdentity(identity: IdentityConfig): string {
  if (identity.kind === 'external') return `identity provider ${identity.issuer}`;
  if (identity.kind === 'development') return 'the embedded development provider';
  return 'no identity provider (OIDC_ISSUER is not set)';
}

function explainPush({ push: { apns, fcm, web } }: Config): string {
  const services = [
    apns ? `iOS by ${apns.productionOrigin} (${apns.topic})` : null,
    fcm ? `others by ${fcm.origin} (${fcm.projectId})` : null,
  ].filter((one) => one !== null);
  if (services.length === 0) services.push('written to the log at debug level (APNS_*, FCM_* are not set)');
  if (web) services.push(`browsers by ${web.hosts.length} push services (WEB_PUSH_HOSTS)`);
  return services.join('; ');
}

function explainDictionary({ dictionary, http }: Config): string {
  if (dictionary === null) return 'none (DICTIONARY_URL is not set)';
  if (dictionary.kind === 'external') return `at ${dictionary.url}`;
  return `the embedded console at ${http.publicUrl}/console (DICTIONARY_URL selects another)`;
}

function explainMail({ mail }: Config): string {
  if (mail.kind === 'smtp') return `by ${new URL(mail.url).host}, from ${mail.from}`;
  return mail.kind === 'outbox'
    ? `in ${mail.dir} and on /dev/outbox (SMTP_URL selects a mail server instead)`
    : 'none (SMTP_URL is not set)';
}

function explainConsole({ consoleKey, isConsoleKeyMade }: Config): string {
  if (consoleKey === null) return 'no interface (CONSOLE_KEY is not set)';
  return isConsoleKeyMade ? `key ${consoleKey} (CONSOLE_KEY)` : 'with the key of CONSOLE_KEY';
}

function explainTracing({ tracing }: Config): string {
  if (tracing === null) return 'off (OTEL_EXPORTER_OTLP_ENDPOINT names a collector)';
  return `to ${tracing.endpoint}, a share of ${tracing.share}`;
}

function explainMetrics({ metrics }: Config): string {
  if (metrics === null) return 'off';
  const { host, port, token } = metrics;
  const guard = token === null ? '' : ', with METRICS_TOKEN';
  const shown = host.includes(':') ? `[${host}]` : host;
  return port === 0 ? `a free port on ${host}${guard}` : `http://${shown}:${port}/metrics${guard}`;
}
