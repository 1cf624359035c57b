import { parseRedisAddress } from '#src/config/redis-address.js';

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
