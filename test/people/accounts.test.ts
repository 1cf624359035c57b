import { createFingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Account } from '#src/domain/accounts/account.js';
import { openIdentityKey } from '#src/store/identity-key.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { buildAccountsFixture, enter, identity, stopAccountsFixtures } from './accounts-fixture.js';

const OLD = 'an old secret that is long enough for it';
const NEW = 'a new secret that is long enough as well';

describeOnBothEngines('an identity becomes an account', (openStore) => {
  afterEach(stopAccountsFixtures);

  it('the first time, and is found again after that', async () => {
    const fixture = buildAccountsFixture(await openStore());
    const first = await fixture.accounts.enter(identity('ada'));
    expect(first.created).toBe(true);
    expect(first.accountId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await fixture.accounts.enter(identity('ada'))).toEqual({ accountId: first.accountId, created: false });
    expect(await enter(fixture, 'bob')).not.toBe(first.accountId);
  });

  it('once, when a hundred first logins come at the same time to two owners', async () => {
    const store = await openStore();
    const fixtures = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const logins = Array.from({ length: 100 }, (_, n) => fixtures[n % 2 === 0 ? 0 : 1].accounts.enter(identity('ada')));
    const entered = await Promise.all(logins);
    expect(new Set(entered.map(({ accountId }) => accountId)).size).toBe(1);
    expect(entered.filter(({ created }) => created)).toHaveLength(1);
    expect(await store.count('accounts', { index: '_id' })).toBe(1);
  });

  it('also that of an earlier version, and that whose place an earlier version left behind', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const ada = await enter(fixture, 'ada');
    const { fingerprint: _id } = identity('ada');
    expect(await store.get('fingerprints', _id)).toEqual({ _id, account: ada });
    await store.write([{ op: 'del', in: 'fingerprints', id: _id }]);
    expect(await fixture.accounts.enter(identity('ada'))).toEqual({ accountId: ada, created: false });
    expect(await store.get('fingerprints', _id)).toEqual({ _id, account: ada });
    // That version knows nothing of the place when it closes the account.
    await store.write([{ op: 'del', in: 'accounts', id: ada }]);
    const again = await fixture.accounts.enter(identity('ada'));
    expect(again).toEqual({ accountId: expect.not.stringMatching(ada), created: true });
    expect(await store.get('fingerprints', _id)).toEqual({ _id, account: again.accountId });
    await fixture.users.ask(again.accountId, { type: 'give_up' });
    expect(await store.get('fingerprints', _id)).toBeNull();
  });

  it('that keeps birth date and gender, and has no name yet', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const id = await enter(fixture, 'ada');
    expect(await fixture.users.ask(id, { type: 'view_account' })).toMatchObject({
      _id: id,
      username: null,
      birthDate: '1990-04-23',
      gender: 'female',
      profile: { dmPolicy: 'open', photoVisibility: 'everyone', personalizedAds: true },
    });
    expect(JSON.stringify(await store.get<Account>('accounts', id))).not.toContain('undefined');
  });

  it('whose birth date follows the provider, which takes nothing away by saying nothing', async () => {
    const fixture = buildAccountsFixture(await openStore());
    const id = await enter(fixture, 'ada');
    const open = (claims: { birthDate: string | null; gender: string | null }) => {
      const sessionId = fixture.clock.env.uuid();
      return fixture.users.ask(id, {
        type: 'open_session',
        sessionId,
        refreshHash: sessionId,
        refreshExpiresAt: fixture.clock.env.now() + 1_000,
        claims,
      });
    };
    expect((await open({ birthDate: '1990-04-24', gender: null })).account).toMatchObject({
      birthDate: '1990-04-24',
      gender: 'female',
    });
    expect((await open({ birthDate: null, gender: 'other' })).account).toMatchObject({
      birthDate: '1990-04-24',
      gender: 'other',
    });
  });

  it('and nobody answers for an id that no account has', async () => {
    const fixture = buildAccountsFixture(await openStore());
    const nobody = fixture.clock.env.uuid();
    expect(await fixture.users.tryAsk(nobody, { type: 'view_account' })).toMatchObject({
      ok: false,
      code: 'unauthorized',
    });
    expect(await fixture.users.ask(nobody, { type: 'view_session', sessionId: nobody })).toBeNull();
    expect(await fixture.users.ask(nobody, { type: 'close_session', sessionId: nobody })).toBeNull();
  });
});

describeOnBothEngines('the key of the fingerprints', (openStore) => {
  it('is the same at every start, also at two first starts at once', async () => {
    const store = await openStore();
    const [one, two] = await Promise.all([openIdentityKey(store, [OLD]), openIdentityKey(store, [OLD])]);
    expect(one.equals(two)).toBe(true);
    expect(one.equals(await openIdentityKey(store, [OLD]))).toBe(true);
    expect(one).toHaveLength(32);
  });

  it('outlives every secret, as long as the old one is listed behind the new one once', async () => {
    const store = await openStore();
    const key = await openIdentityKey(store, [OLD]);
    expect(key.equals(await openIdentityKey(store, [NEW, OLD]))).toBe(true);
    expect(key.equals(await openIdentityKey(store, [NEW]))).toBe(true);
    await expect(openIdentityKey(store, [OLD])).rejects.toThrow('SECRET');
  });

  it('stops a start with a secret that does not open it', async () => {
    const store = await openStore();
    await openIdentityKey(store, [OLD]);
    await expect(openIdentityKey(store, [NEW])).rejects.toThrow('SECRET=new,old');
  });

  it('is not readable in the store', async () => {
    const store = await openStore();
    const key = await openIdentityKey(store, [OLD]);
    const stored = JSON.stringify(await store.range('meta', { index: '_id' }));
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(stored).not.toContain(key.toString(encoding));
  });
});

describe('a fingerprint', () => {
  const one = createFingerprints(Buffer.alloc(32, 1));
  const two = createFingerprints(Buffer.alloc(32, 2));

  it('tells issuers, subjects and developers apart, however their texts run together', () => {
    const prints = [
      one.ofIdentity('https://a', 'b'),
      one.ofIdentity('https://ab', ''),
      one.ofIdentity('https://a"', ',"b'),
      one.ofIdentity('b', 'https://a'),
      one.ofDeveloper('b'),
      one.ofDeveloper('a'),
      two.ofDeveloper('a'),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(one.ofIdentity('https://a', 'b')).toBe(prints[0]);
  });
});
