import { workerSettings } from '#src/app/worker-settings.js';
import { loadConfig } from '#src/config/config.js';
import { parseNodeLink } from '#src/config/node-link.js';
import { parseRedisAddress } from '#src/config/redis-address.js';

const shared = {
  NODE_ENV: 'test',
  MONGODB_URI: 'mongodb://127.0.0.1/meydan?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET: 'x'.repeat(32),
};

describe('the address of Redis', () => {
  it('names one server', () => {
    expect(parseRedisAddress('rediss://:secret@cache:6380/1')).toEqual({
      kind: 'server',
      url: 'rediss://:secret@cache:6380/1',
    });
  });

  it('names sentinels, and the master that they watch', () => {
    const text = 'rediss+sentinel://app:p%40ss@10.0.0.1,[fd00::2]:26380/mymaster?db=2&sentinel_password=other';
    expect(parseRedisAddress(text)).toEqual({
      kind: 'sentinel',
      isTls: true,
      username: 'app',
      password: 'p@ss',
      sentinels: [
        { host: '10.0.0.1', port: 26_379 },
        { host: 'fd00::2', port: 26_380 },
      ],
      sentinelLogin: { username: null, password: 'other' },
      master: 'mymaster',
      db: 2,
    });
  });

  it('names servers of a cluster', () => {
    expect(parseRedisAddress('redis+cluster://:secret@a,b:7001')).toEqual({
      kind: 'cluster',
      isTls: false,
      username: null,
      password: 'secret',
      seeds: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7001 },
      ],
    });
  });

  it.each([
    ['nothing', ''],
    ['another protocol', 'http://cache'],
    ['sentinels without a master', 'redis+sentinel://a:26379'],
    ['sentinels without a host', 'redis+sentinel:///mymaster'],
    ['a cluster with a name', 'redis+cluster://a/mymaster'],
    ['a cluster with a database', 'redis+cluster://a?db=1'],
    ['a parameter that nobody knows', 'redis+sentinel://a/mymaster?sentinal_password=x'],
    ['a database that is none', 'redis+sentinel://a/mymaster?db=x'],
    ['a port that is none', 'redis+cluster://a:0'],
    ['a port beyond the last', 'redis+cluster://a:65536'],
    ['an empty host', 'redis+cluster://a,,b'],
    ['too many hosts', `redis+cluster://${Array.from({ length: 33 }, (_, at) => `h${at}`)}`],
    ['a broken escape', 'redis+cluster://:%zz@a'],
  ])('is refused with %s', (_what, text) => {
    expect(() => parseRedisAddress(text)).toThrow();
  });

  it.each([65_535, 1])('takes port %i', (port) => {
    expect(parseRedisAddress(`redis+cluster://a:${port}`)).toMatchObject({ seeds: [{ host: 'a', port }] });
  });
});

describe('the address of direct links', () => {
  it.each([
    ['10.0.0.5:7400', { host: '10.0.0.5', port: 7_400 }],
    ['[10.0.0.5]:7400', { host: '10.0.0.5', port: 7_400 }],
    ['[fd00::5]:65535', { host: 'fd00::5', port: 65_535 }],
    ['chat-1.example.org:1', { host: 'chat-1.example.org', port: 1 }],
    ['off', null],
  ])('is read from %s', (text, address) => {
    expect(parseNodeLink(text)).toEqual(address);
  });

  it.each(['', 'on', '10.0.0.5', ':7400', '10.0.0.5:0', '10.0.0.5:65536', 'fd00::5:7400', 'a b:1', '-a:1', 'a:1/'])(
    'is not %j',
    (text) => {
      expect(() => parseNodeLink(text)).toThrow('not an address');
    },
  );

  it('is another port for each worker', () => {
    const config = loadConfig({ ...shared, NODE_LINK: '[fd00::5]:7400', NODE_NAME: 'chat' });
    expect(workerSettings(config, 3)).toMatchObject({ NODE_NAME: 'chat-3', NODE_LINK: '[fd00::5]:7402' });
    expect(workerSettings(loadConfig({ ...shared, NODE_LINK: 'off' }), 3)).not.toHaveProperty('NODE_LINK');
    expect(workerSettings(loadConfig(shared), 3)).not.toHaveProperty('NODE_LINK');
  });
});
