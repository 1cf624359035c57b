/** The process itself: listener, store, files, cluster, secrets. */
import type { SettingGroup } from './setting-text.js';

export const serverTexts: readonly SettingGroup[] = [
  {
    title: 'Process and listener',
    settings: {
      NODE_ENV: {
        default: 'development',
        meaning: 'The environment. `production` requires `SECRET` and turns every development stand-in off.',
      },
      LOG_LEVEL: {
        default: 'info',
        meaning: 'The lowest level that is logged. With `NODE_ENV=test` the default is `warn`.',
      },
      LOG_REQUEST_SHARE: {
        default: '1',
        meaning:
          'The share of successful requests that have a line in the log; each of these lines has the field `share`. Refused, ' +
          'failed and slow requests always have one.',
      },
      LOG_SLOW_REQUEST_MS: { default: '1000', meaning: 'A request that takes this long is slow.' },
      PORT: { default: '3000', meaning: 'The port that serves `/api`, `/v1`, `/socket.io` and the pages.' },
      HOST: {
        default: '127.0.0.1',
        inProduction: '0.0.0.0',
        meaning: 'The address that the listener binds to. Outside production only a loopback address is accepted.',
      },
      PUBLIC_URL: {
        meaning: 'The base of every link that the service hands out. Unset: `http://localhost:$PORT`.',
      },
      TRUST_PROXY: {
        default: '0',
        meaning:
          'The number of reverse proxies in front of the service. It decides which entry of `X-Forwarded-For` is the ' +
          'client address; a number that is too high lets clients choose their own address.',
      },
      SOCKET_ORIGINS: {
        default: 'any',
        inProduction: 'the origin of `PUBLIC_URL`',
        meaning:
          'The browser origins whose pages may open a socket. Clients that send no `Origin` are always accepted.',
      },
      SOCKET_FAST_PATH: {
        default: 'on',
        meaning: '`off` keeps the gateway to the documented interfaces of its socket libraries, which is slower.',
      },
      METRICS_PORT: {
        default: '9464',
        meaning: 'The port of the Prometheus metrics, or `off`.',
      },
      METRICS_HOST: {
        default: '127.0.0.1',
        meaning:
          'The address on which the metrics are served. Beyond the loopback interface it requires `METRICS_TOKEN` in ' +
          'production.',
      },
      METRICS_TOKEN: {
        meaning: 'A scrape must send this as its bearer token. Unset: every client of the address reads the metrics.',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        meaning:
          'The address of a collector that takes OTLP over HTTP; `/v1/traces` is appended. Unset: no traces are recorded, ' +
          'and no package for them is loaded.',
      },
      OTEL_EXPORTER_OTLP_HEADERS: {
        meaning: 'Headers for the collector, such as its credentials. In production they require https.',
      },
      OTEL_TRACES_SAMPLER_ARG: {
        default: '1',
        meaning: 'The share of requests and socket operations that are recorded, at most 100 a second of each node.',
      },
      OTEL_SERVICE_NAME: { default: 'meydan', meaning: 'The name of this service in the traces.' },
      BUILD_REVISION: {
        meaning:
          'The source revision, shown in `/api/health` and in the metric `meydan_build_info`. The image sets it from ' +
          'its build argument `REVISION`.',
      },
    },
  },
  {
    title: 'Store and files',
    settings: {
      DATA_DIR: {
        default: './data',
        meaning:
          'The folder of the embedded store, of local files and of secrets that were generated at the first start.',
      },
      MONGODB_URI: {
        meaning:
          'A MongoDB replica set in place of the embedded store. The path names the database (default `meydan`). ' +
          'Unset: the embedded store in `DATA_DIR`.',
      },
      S3_ENDPOINT: {
        meaning: 'The address at which the service reaches the S3 store. Unset: the address of AWS in `S3_REGION`.',
      },
      S3_PUBLIC_ENDPOINT: {
        meaning: 'The address at which clients reach the S3 store. Unset: `S3_ENDPOINT`.',
      },
      S3_REGION: { meaning: 'The region of the bucket. Unset: `us-east-1`, where `S3_ENDPOINT` is set.' },
      S3_BUCKET: { meaning: 'The bucket that holds all files. Unset: files are in `DATA_DIR/objects`.' },
      S3_ACCESS_KEY_ID: { meaning: 'The id of the access key. Required with `S3_BUCKET`.' },
      S3_SECRET_ACCESS_KEY: { meaning: 'The secret of the access key. Required with `S3_BUCKET`.' },
      S3_FORCE_PATH_STYLE: {
        meaning:
          '`on` puts the bucket into the path of an address, `off` into its host name. Unset: `on` if `S3_ENDPOINT` is ' +
          'set, otherwise `off`.',
      },
    },
  },
  {
    title: 'Cluster',
    settings: {
      REDIS_URL: {
        meaning:
          'The Redis that holds slot leases, and carries events and what direct links cannot: `redis://` a server, ' +
          '`redis+sentinel://host:26379,…/name` the master that sentinels name, `redis+cluster://host:6379,…` a Redis ' +
          'Cluster; `rediss` in place of `redis` uses TLS. It requires `MONGODB_URI` and `SECRET`. Unset: the node is alone.',
      },
      REDIS_PREFIX: {
        default: 'meydan',
        meaning:
          'The beginning of all keys and channels in Redis, the same on every node. Services that share a Redis need ' +
          'different ones.',
      },
      NODE_NAME: { meaning: 'The name of this node, unique among living nodes. Unset: host name and port.' },
      NODE_LINK: {
        meaning:
          'The address at which other nodes reach this one, `host:port`; it listens at this port on all interfaces. ' +
          '`off`: messages between nodes go through Redis alone. Unset: the address from which it reaches Redis, and any ' +
          'port. With workers each one has the next port.',
      },
      WORKERS: {
        default: '1',
        meaning:
          'The number of processes that serve the port together, each of them a node; `auto`: one for each core. More ' +
          'than one requires `REDIS_URL`. A worker is called `NODE_NAME` with its number, and its metrics are on ' +
          '`METRICS_PORT` plus its number less one.',
      },
      LEASE_MS: {
        default: '6000',
        meaning:
          'The duration of a lease in milliseconds. A node that sends no heartbeat for this long loses its slots. The ' +
          'value must be the same on every node.',
      },
    },
  },
  {
    title: 'Secrets and the operator interface',
    settings: {
      SECRET: {
        meaning:
          'The key that signs tokens, links and messages between nodes. In a comma list the first signs and all verify. ' +
          'Required in production. Unset outside production: generated once into `DATA_DIR/secret`.',
      },
      CONSOLE_KEY: {
        meaning:
          'The key of the operator interface `/api/console/*`. Unset in production: the interface is off. Unset ' +
          'elsewhere: generated once into `DATA_DIR/console-key` and printed at the start.',
      },
      OPERATOR_GROUPS: {
        meaning:
          'Groups of the identity provider whose members are operators, each with its role: `support=`, `moderator=` or ' +
          '`admin=` and the name of the group, exactly as the provider sends it. The highest role counts. Needs ' +
          '`CONSOLE_KEY`, and in production `OIDC_ISSUER`; `<PUBLIC_URL>/console` must be registered as a redirect address.',
      },
      OPERATOR_GROUP_CLAIM: {
        default: 'groups',
        meaning:
          'The claim of the id_token or of userinfo with the groups: a list of texts, or one text. Claims that people ' +
          'write themselves, such as `nickname`, are refused.',
      },
      OPERATOR_SCOPE: {
        meaning: 'Scopes that the provider needs before it tells the groups, besides `openid profile`.',
      },
      OPERATOR_LOGIN_TTL_S: {
        default: '28800',
        meaning:
          'A login of an operator through the identity provider ends after this time; then the groups are read anew.',
      },
      ALLOW_DEV_DOORS: {
        default: 'no',
        meaning:
          '`yes` accepts two settings that are refused otherwise: a public `HOST` or `PUBLIC_URL` outside production, ' +
          'and `DEV_LOGIN=on` in production.',
      },
    },
  },
];
