/** Named keys: each operator has one, and it ends when an admin says so. */
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';
import { lastResort, named, withSecret } from './operator-people.js';

const DAY_MS = 86_400_000;

onEachEngine('a named key', (engine) => {
  describe('of an operator', () => keys(engine));
});

function keys(engine: EngineSettings): void {
  let booted: Booted;
  const clock = new TestClock();
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    booted = await bootApp({ ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}), parts: { env: clock.env } });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const create = (body: object, headers = {}) => lastResort(booted)('POST', '/keys', body, headers);

  it('opens the interface under the name and the role of its operator', async () => {
    const { ask } = await named(booted, 'support', 'Ayşe Yılmaz');
    const { status, body } = await ask('GET', '/me');
    expect(status).toBe(200);
    expect(body.operator).toEqual({ id: expect.any(String), name: 'Ayşe Yılmaz', role: 'support' });
    expect(body.operations).toContain('listReports');
    expect(body.operations).not.toContain('createOperatorKey');
    const own = await lastResort(booted)('GET', '/me');
    expect(own.body.operator).toEqual({ id: 'console-key', name: 'CONSOLE_KEY', role: 'admin' });
  });

  it('is stored as a hash, and shown once', async () => {
    const { body } = await create({ name: 'Bora', role: 'admin' });
    const { keys: listed } = (await lastResort(booted)('GET', '/keys')).body;
    expect(JSON.stringify(listed)).not.toContain(body.secret);
    const stored = await booted.app.store.range('operatorKeys', { index: '_id' });
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(-43));
  });

  it('is refused once revoked, and its row stays', async () => {
    const { id, ask } = await named(booted, 'admin');
    expect(outcomeOf(await ask('GET', '/keys'))).toBe('200');
    expect(outcomeOf(await lastResort(booted)('DELETE', `/keys/${id}`))).toBe('200');
    expect(outcomeOf(await ask('GET', '/keys'))).toBe('401 unauthorized');
    const again = await lastResort(booted)('DELETE', `/keys/${id}`);
    expect([again.status, again.body.key.revoked_at]).toEqual([200, expect.any(String)]);
    expect(outcomeOf(await lastResort(booted)('POST', `/keys/${id}/rotation`))).toBe('409 invalid_state');
  });

  it('changes its secret by a rotation, and the old one ends', async () => {
    const { id, ask } = await named(booted, 'moderator');
    const { body } = await lastResort(booted)('POST', `/keys/${id}/rotation`);
    expect(outcomeOf(await ask('GET', '/me'))).toBe('401 unauthorized');
    const fresh = await withSecret(booted, body.secret)('GET', '/me');
    expect(fresh.body.operator).toMatchObject({ id, role: 'moderator' });
  });

  it('ends at its expiry, and not before', async () => {
    const { body } = await create({ name: 'bir gün', role: 'support', expires_in_days: 1 });
    const ask = withSecret(booted, body.secret);
    const left = Date.parse(body.key.expires_at) - clock.env.now();
    // The clock of the test also runs by itself.
    clock.move(left - 30_000);
    expect(outcomeOf(await ask('GET', '/me'))).toBe('200');
    clock.move(30_000);
    expect(outcomeOf(await ask('GET', '/me'))).toBe('401 unauthorized');
    const forever = await create({ name: 'hep', role: 'support', expires_in_days: null });
    clock.move(400 * DAY_MS);
    expect(outcomeOf(await withSecret(booted, forever.body.secret)('GET', '/me'))).toBe('200');
  });

  it('is made once under one Idempotency-Key, with the same secret', async () => {
    const headers = { 'idempotency-key': 'bir-kez' };
    const [first, second] = [
      await create({ name: 'Can', role: 'support' }, headers),
      await create({ name: 'Can', role: 'support' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(outcomeOf(await create({ name: 'Can', role: 'admin' }, headers))).toBe('409 idempotency_conflict');
    for (const days of [89, null]) {
      const longer = { name: 'Can', role: 'support', expires_in_days: days };
      expect(outcomeOf(await create(longer, headers))).toBe('409 idempotency_conflict');
    }
    const other = await named(booted, 'admin');
    const theirs = await other.ask('POST', '/keys', { name: 'Can', role: 'support' }, headers);
    expect(theirs.body.key.id).not.toBe(first.body.key.id);
  });

  it('is rotated once under one Idempotency-Key, and a late repeat brings no earlier secret back', async () => {
    const { body } = await create({ name: 'Naz', role: 'support' });
    const rotate = (key: string) =>
      lastResort(booted)('POST', `/keys/${body.key.id}/rotation`, {}, { 'idempotency-key': key });
    const [first, second, third] = [await rotate('bir'), await rotate('bir'), await rotate('iki')];
    expect(second.body).toEqual(first.body);
    expect(outcomeOf(await rotate('bir'))).toBe('409 idempotency_conflict');
    expect(outcomeOf(await withSecret(booted, first.body.secret)('GET', '/me'))).toBe('401 unauthorized');
    expect(outcomeOf(await withSecret(booted, third.body.secret)('GET', '/me'))).toBe('200');
  });

  it.each([
    ['another secret of the same key', (secret: string) => `${secret.slice(0, -3)}AAA`],
    ['a part of it', (secret: string) => secret.slice(0, -1)],
    ['the secret under another id', (secret: string) => secret.replace(/^mok_.{8}/, 'mok_00000000')],
    ['its hash', () => 'x'.repeat(43)],
  ])('is not opened by %s', async (_, forged) => {
    const { body } = await create({ name: 'Efe', role: 'admin' });
    expect(outcomeOf(await withSecret(booted, forged(body.secret))('GET', '/me'))).toBe('401 unauthorized');
  });

  it.each([
    [{ name: '', role: 'admin' }],
    [{ name: 'x', role: 'root' }],
    [{ name: 'x' }],
    [{ name: 'x', role: 'admin', expires_in_days: 0 }],
    [{ name: 'x', role: 'admin', expires_in_days: 367 }],
  ])('is not made of %j', async (body) => {
    expect(outcomeOf(await create(body))).toBe('422 validation_failed');
  });
}
