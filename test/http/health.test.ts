import { createHealth } from '#http/api/system/health.js';
import { systemEndpoints } from '#src/protocol/system/system.js';
import { call } from './client.js';
import { type HttpFixture, openHttpFixture, openShell } from './http-fixture.js';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await openHttpFixture({ RATE_LIMITS: 'on' });
});
afterAll(() => fixture.close());

const build = { version: '0.0.0', revision: null };
const fine = async () => undefined;
const healthOf = (pingDatabase: () => Promise<void>, { isReady = true, pingObjects = fine, pingCache = fine } = {}) =>
  createHealth({
    build,
    isReady: () => isReady,
    pingDatabase,
    pingCache,
    pingObjects,
    monotonic: () => performance.now(),
  });

describe('the health of the service', () => {
  it('is told to anybody, as often as they ask, in the shape of the documents', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(fixture, 'GET', '/api/health')));
    const shape = systemEndpoints.health.answers[200]?.shape;
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(shape?.validate(body).error).toBeUndefined();
      expect(body.status).toBe('ok');
    }
  });

  it('is degraded while what nodes share is out of reach', async () => {
    const health = healthOf(fine, { pingCache: () => Promise.reject(new Error('gone')) });
    const shell = await openShell(fixture, { health });
    const { status, body } = await call(shell, 'GET', '/api/health');
    expect([status, body.status, body.components.cache.status]).toEqual([503, 'degraded', 'failed']);
    await shell.close();
  });

  it('is degraded while the database is out of reach', async () => {
    const health = healthOf(() => Promise.reject(new Error('gone')));
    const shell = await openShell(fixture, { health });
    const answer = await call(shell, 'GET', '/api/health');
    expect([answer.status, answer.body.status, answer.body.components.database.status]).toEqual([
      503,
      'degraded',
      'failed',
    ]);
    await shell.close();
  });

  it('does not wait for ever for a database that is silent', async () => {
    const shell = await openShell(fixture, { health: healthOf(() => new Promise(() => undefined)) });
    expect((await call(shell, 'GET', '/api/health')).status).toBe(503);
    await shell.close();
  });

  it('names an object store that cannot be used, and is fine without it', async () => {
    const pingObjects = () => Promise.reject(new Error('gone'));
    const shell = await openShell(fixture, { health: healthOf(fine, { pingObjects }) });
    const { status, body } = await call(shell, 'GET', '/api/health');
    expect([status, body.status, body.components.object_store]).toEqual([
      200,
      'ok',
      { status: 'failed', latency_ms: null },
    ]);
    await shell.close();
  });

  it('asks the database once for everybody who asks at the same time', async () => {
    let pings = 0;
    const { check } = healthOf(async () => {
      pings += 1;
    });
    await Promise.all([check(), check(), check()]);
    expect(pings).toBe(1);
    await check();
    expect(pings).toBe(2);
  });
});

describe('readiness', () => {
  it.each([
    ['does not answer', () => Promise.reject(new Error('gone'))],
    ['is silent', () => new Promise<void>(() => undefined)],
  ])('is not there while the database %s', async (_, pingDatabase) => {
    const shell = await openShell(fixture, { health: healthOf(pingDatabase) });
    expect((await call(shell, 'GET', '/api/ready')).status).toBe(503);
    await shell.close();
  });

  it('is told by the status', async () => {
    expect((await call(fixture, 'GET', '/api/ready')).body).toEqual({ status: 'ready' });
    const shell = await openShell(fixture, { health: healthOf(fine, { isReady: false }) });
    const answer = await call(shell, 'GET', '/api/ready');
    expect([answer.status, answer.body]).toEqual([503, { status: 'not_ready' }]);
    await shell.close();
  });
});
