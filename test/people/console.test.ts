/** The operators' interface: its auth guard, and the operations behind it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { withScene } from '../support/rooms/room-scene.js';
import { operator, outcomeOf } from './operator.js';

const paths: [method: string, path: string, body?: object][] = [
  ['GET', '/accounts?username=ada'],
  ['POST', `/accounts/${crypto.randomUUID()}/stars`, { delta: 1, reason: 'gift' }],
  ['PUT', `/accounts/${crypto.randomUUID()}/premium`, { premium: true }],
  ['GET', '/reports'],
  ['GET', '/live'],
  ['POST', `/reports/${crypto.randomUUID()}/decision`, { decision: 'dismiss' }],
];

const withKey = (accessToken: string): Person => ({ name: '', accountId: '', accessToken, refreshToken: '' });
const production = {
  NODE_ENV: 'production',
  SECRET: '0123456789abcdef0123456789ABCDEF',
  DEV_LOGIN: 'on',
  ALLOW_DEV_DOORS: 'yes',
  ALLOW_UNLIMITED: 'yes',
};

describe('the authorization of operators', () => {
  const outcomes = async (booted: Booted, person: Person | null) => {
    const answers = paths.map(([method, path, body]) => booted.ask(person, method, `/api/console${path}`, body));
    return [...new Set((await Promise.all(answers)).map(outcomeOf))];
  };

  it('is not there in production without a key', async () => {
    await using booted = await bootApp({ settings: production });
    const ada = await booted.person('ada');
    for (const person of [null, ada, withKey('undefined'), withKey('null')]) {
      expect(await outcomes(booted, person)).toEqual(['404 not_found']);
    }
    expect(outcomeOf(await booted.ask(ada, 'DELETE', '/api/console/reports'))).toBe('404 not_found');
    const { body } = await booted.ask(null, 'GET', '/api/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.includes('console'))).toEqual([]);
  });

  it('opens for the key that was set, and for nothing like it', async () => {
    const key = 'an-operators-own-key';
    await using booted = await bootApp({ settings: { ...production, CONSOLE_KEY: key } });
    const ada = await booted.person('ada');
    for (const wrong of [null, ada, withKey(`${key}x`), withKey(key.slice(1)), withKey(key.toUpperCase())]) {
      expect(await outcomes(booted, wrong)).toEqual(['401 unauthorized']);
    }
    expect(await outcomes(booted, withKey(key))).toEqual(['200', '404 not_found']);
    // The key is no token of anybody's.
    expect(outcomeOf(await booted.ask(withKey(key), 'GET', '/api/me'))).toBe('401 unauthorized');
  });

  it('has a key of its own outside production, the same after a restart', async () => {
    await using first = await bootApp();
    const { accessToken } = operator(first);
    expect(await readFile(join(first.dataDir, 'console-key'), 'utf8')).toBe(`${accessToken}\n`);
    await first.app.close();
    await using second = await bootApp({ dataDir: first.dataDir });
    expect(outcomeOf(await second.ask(withKey(accessToken), 'GET', '/api/console/reports'))).toBe('200');
  });
});

withScene('operators', (scene) => {
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    scene().booted.ask(operator(scene().booted), method, `/api/console${path}`, body);
  const report = async (by: Person, kind: string, id: string) =>
    (await scene().booted.ask(by, 'POST', '/api/reports', { kind, id, reason: 'spam' })).body.report.id as string;

  it('find an account by the name it has now, however it is written', async () => {
    const ada = await scene().booted.person('yönetim ada', { username: 'Yönetim.Ada' });
    const { body } = await ask('GET', `/accounts?username=${encodeURIComponent('YÖNETİM.ADA')}`);
    expect(body).toEqual({
      accounts: [
        {
          id: ada.accountId,
          username: 'Yönetim.Ada',
          developer: true,
          premium: false,
          stars: 0,
          follows: { followers: 0, following: 0 },
          created_at: expect.any(String),
          suspension: null,
        },
      ],
      v1_accounts: [],
    });
    for (const nobody of ['kimse.degil', '', 'a b', 'x'.repeat(1_000)]) {
      expect((await ask('GET', `/accounts?username=${nobody}`)).body).toEqual({ accounts: [], v1_accounts: [] });
    }
    expect(outcomeOf(await ask('GET', '/accounts'))).toBe('400 invalid_request');
  });

  it('make an account premium and take it back', async () => {
    const ada = await scene().person('yonetim.premium');
    const path = `/accounts/${ada.accountId.toUpperCase()}/premium`;
    for (const premium of [true, true, false]) {
      const { status, body } = await ask('PUT', path, { premium });
      expect([status, body.account]).toMatchObject([200, { id: ada.accountId, premium }]);
      const own = await scene().booted.ask(ada, 'GET', '/api/me');
      expect(own.body.account.premium).toBe(premium);
    }
    for (const premium of [null, 'true', 1, undefined]) {
      expect(outcomeOf(await ask('PUT', path, { premium }))).toBe('422 validation_failed');
    }
  });

  it('know nobody by an id that is none, or of somebody who is leaving', async () => {
    const gone = await scene().person('yonetim.giden');
    const { store } = scene().booted.app;
    await store.transaction([{ op: 'set', in: 'accounts', id: gone.accountId, set: { leavingAt: 1 } }]);
    for (const id of [crypto.randomUUID(), 'ada', '%20', '..', gone.accountId]) {
      expect(outcomeOf(await ask('POST', `/accounts/${id}/stars`, { delta: 1, reason: 'x' }))).toBe('404 not_found');
      expect(outcomeOf(await ask('PUT', `/accounts/${id}/premium`, { premium: true }))).toBe('404 not_found');
      expect(outcomeOf(await ask('POST', `/reports/${id}/decision`, { decision: 'uphold' }))).toBe('404 not_found');
    }
  });

  it('work off what is reported, the oldest first, each once', async () => {
    const [ada, bob] = [await scene().person('yonetim.eda'), await scene().person('yonetim.bob')];
    const ids = [await report(ada, 'account', bob.accountId), await report(bob, 'account', ada.accountId)];
    const listed = async (query: string) =>
      (await ask('GET', `/reports${query}`)).body.reports.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual(ids);
    expect(await listed('?limit=1')).toEqual([ids[0]]);
    const { body } = await ask('POST', `/reports/${ids[0]}/decision`, { decision: 'uphold', note: ' haklı ' });
    expect(body.report).toEqual({
      id: ids[0],
      kind: 'account',
      target: bob.accountId,
      reported_by: ada.accountId,
      reason: 'spam',
      text: null,
      content: { id: bob.accountId, username: bob.name, bio: null },
      status: 'settled',
      decision: 'uphold',
      note: 'haklı',
      created_at: expect.any(String),
      settled_at: expect.any(String),
    });
    expect(await listed('')).toEqual([ids[1]]);
    expect(await listed('?status=settled')).toEqual([ids[0]]);
    const again = { decision: 'uphold', note: 'haklı' };
    expect((await ask('POST', `/reports/${ids[0]}/decision`, again)).body).toEqual(body);
    expect(outcomeOf(await ask('POST', `/reports/${ids[0]}/decision`, { decision: 'dismiss' }))).toBe(
      '409 invalid_state',
    );
    for (const decision of ['delete', null, 7, undefined]) {
      expect(outcomeOf(await ask('POST', `/reports/${ids[1]}/decision`, { decision }))).toBe('422 validation_failed');
    }
    expect(outcomeOf(await ask('GET', '/reports?status=none'))).toBe('400 invalid_request');
  });

  it('decide differently at once, and one of them does', async () => {
    const [ada, bob] = [await scene().person('yonetim.cem'), await scene().person('yonetim.can')];
    const id = await report(ada, 'account', bob.accountId);
    const decisions = Array.from({ length: 20 }, (_, n) =>
      ask('POST', `/reports/${id}/decision`, { decision: n % 2 ? 'uphold' : 'dismiss' }),
    );
    const outcomes = (await Promise.all(decisions)).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === '409 invalid_state')).toHaveLength(10);
  });
});
