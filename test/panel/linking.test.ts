import { randomUUID } from 'node:crypto';
import { systemEnv } from '#actors/runtime/system-env.js';
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { claim, linkPanel, showCode } from './support/panel-people.js';

onEachEngine('linking a panel', (engine) => {
  describe('by a code', () => linking(engine));
});

function linking(engine: EngineSettings): void {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let skippedMs = 0;
  const env = { ...systemEnv, now: () => systemEnv.now() + skippedMs };

  beforeAll(async () => {
    const { MONGODB_URI: mongodbUri } = engine();
    booted = await bootApp({ ...(mongodbUri ? { mongodbUri } : {}), parts: { env } });
    ada = await booted.person('ada');
    bob = await booted.person('bob');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());
  afterEach(() => {
    skippedMs = 0;
  });

  const ask: Booted['ask'] = (...args) => booted.ask(...args);
  const confirm = (person: Person, code: string) => ask(person, 'POST', '/api/me/panels', { code });

  it('goes from the code over the confirmation to a session of its own', async () => {
    const shown = await showCode(booted, 'Firefox on Linux');
    expect(shown.qr).toBe(`meydan://panel-link?code=${shown.code}`);
    expect(shown.expires_in).toBe(180);
    expect(shown.code).not.toBe(shown.claim);

    const waiting = await claim(booted, shown.claim);
    expect([waiting.status, waiting.body.status]).toEqual([202, 'pending']);
    expect(waiting.body.expires_in).toBeGreaterThan(170);

    const seen = await ask(ada, 'GET', `/api/me/panels/codes/${shown.code}`);
    expect(seen.body).toEqual({ label: 'Firefox on Linux', expires_in: expect.any(Number) });

    const linked = await confirm(ada, shown.code);
    expect([linked.status, linked.body.panel]).toMatchObject([201, { label: 'Firefox on Linux', last_used_at: null }]);

    const claimed = await claim(booted, shown.claim);
    expect([claimed.status, claimed.body]).toMatchObject([
      200,
      { token_type: 'Bearer', expires_in: 3600, account: { id: ada.accountId } },
    ]);
    const panel = { ...ada, accessToken: claimed.body.access_token };
    expect((await ask(panel, 'GET', '/api/panel/me')).status).toBe(200);

    const { sessions } = (await ask(ada, 'GET', '/api/me/sessions')).body;
    expect(sessions).toContainEqual(expect.objectContaining({ platform: 'web_app' }));
    const { panels } = (await ask(ada, 'GET', '/api/me/panels')).body;
    expect(panels[0]).toEqual({ ...linked.body.panel, last_used_at: expect.any(Number) });
  });

  it('gives the session a single time', async () => {
    const shown = await showCode(booted);
    await confirm(ada, shown.code);
    expect((await claim(booted, shown.claim)).status).toBe(200);
    const again = await claim(booted, shown.claim);
    expect([again.status, again.body.error.code]).toEqual([404, 'not_found']);
  });

  it('is claimed once by two browsers that have the same claim', async () => {
    const shown = await showCode(booted);
    await confirm(ada, shown.code);
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(booted, shown.claim)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  it('is confirmed once, whoever is at the code at the same time', async () => {
    const shown = await showCode(booted);
    const answers = await Promise.all([ada, bob, ada, bob].map((person) => confirm(person, shown.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
    expect((await ask(bob, 'GET', `/api/me/panels/codes/${shown.code}`)).status).toBe(404);
  });

  it('is not claimed by who has seen the code only, nor confirmed by who has the claim only', async () => {
    const shown = await showCode(booted);
    expect((await confirm(bob, shown.claim)).status).toBe(404);
    await confirm(ada, shown.code);
    expect((await claim(booted, shown.code)).status).toBe(404);
  });

  it('is possible until the last millisecond of the 180 seconds, and not after', async () => {
    const now = systemEnv.now();
    let at = now;
    const clock = { ...systemEnv, now: () => at };
    await using timed = await bootApp({ parts: { env: clock } });
    const eda = await timed.person('eda');
    const shown = await showCode(timed);
    const late = await showCode(timed);
    at = now + 179_999;
    expect((await timed.ask(eda, 'GET', `/api/me/panels/codes/${shown.code}`)).body.expires_in).toBe(1);
    expect((await timed.ask(eda, 'POST', '/api/me/panels', { code: shown.code })).status).toBe(201);
    expect((await claim(timed, late.claim)).status).toBe(202);
    at = now + 180_000;
    expect((await timed.ask(eda, 'POST', '/api/me/panels', { code: late.code })).status).toBe(404);
    expect((await timed.ask(eda, 'GET', `/api/me/panels/codes/${late.code}`)).status).toBe(404);
    expect((await claim(timed, late.claim)).status).toBe(404);
    expect((await claim(timed, shown.claim)).status).toBe(404);
    expect(await timed.app.node.retention.sweep()).toBe(2);
  });

  it('cuts a label after 64 characters, and takes none', async () => {
    const shown = await showCode(booted, '🦊'.repeat(80));
    expect((await ask(ada, 'GET', `/api/me/panels/codes/${shown.code}`)).body.label).toBe('🦊'.repeat(64));
    const bare = await ask(null, 'POST', '/api/panel/link');
    expect(bare.status).toBe(201);
    expect((await ask(ada, 'GET', `/api/me/panels/codes/${bare.body.code}`)).body.label).toBeNull();
    expect((await ask(null, 'POST', '/api/panel/link', { label: 7 })).status).toBe(400);
  });

  it('is cut at once: requests, refresh and what was not claimed yet', async () => {
    const { panel, linkId } = await linkPanel(booted, ada);
    expect((await ask(panel, 'GET', '/api/panel/me')).status).toBe(200);
    expect((await ask(bob, 'DELETE', `/api/me/panels/${linkId}`)).status).toBe(404);
    expect((await ask(ada, 'DELETE', `/api/me/panels/${linkId}`)).status).toBe(204);
    const cut = await ask(panel, 'GET', '/api/panel/me');
    expect([cut.status, cut.body.error.code]).toEqual([401, 'unauthorized']);
    const refreshed = await ask(null, 'POST', '/api/auth/refresh', { refresh_token: panel.refreshToken });
    expect([refreshed.status, refreshed.body.error.code]).toEqual([401, 'invalid_refresh_token']);
    expect((await ask(ada, 'DELETE', `/api/me/panels/${linkId}`)).status).toBe(404);

    const shown = await showCode(booted);
    const unclaimed = (await confirm(ada, shown.code)).body.panel.id;
    await ask(ada, 'DELETE', `/api/me/panels/${unclaimed}`);
    expect((await claim(booted, shown.claim)).status).toBe(404);
  });

  it('is cut also while its requests are under way: none that begins afterwards is answered', async () => {
    const { panel, linkId } = await linkPanel(booted, ada);
    const before = Array.from({ length: 20 }, () => ask(panel, 'GET', '/api/panel/me'));
    await ask(ada, 'DELETE', `/api/me/panels/${linkId}`);
    const after = Array.from({ length: 20 }, () => ask(panel, 'GET', '/api/panel/me'));
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual(Array(20).fill(401));
    expect((await Promise.all(before)).every(({ status }) => status === 200 || status === 401)).toBe(true);
  });

  it('leaves the sockets of the app when it is cut', async () => {
    const { linkId } = await linkPanel(booted, ada);
    const app = await talk(booted, ada);
    await ask(ada, 'DELETE', `/api/me/panels/${linkId}`);
    expect((await app.ask('room:close', { room: 'x' })).ok).toBe(true);
    app.close();
  });

  it('has one outcome when cutting and claiming meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shown = await showCode(booted);
      const { id } = (await confirm(ada, shown.code)).body.panel;
      const [claimed] = await Promise.all([claim(booted, shown.claim), ask(ada, 'DELETE', `/api/me/panels/${id}`)]);
      if (claimed.status === 404) continue;
      const panel = { ...ada, accessToken: claimed.body.access_token };
      expect((await ask(panel, 'GET', '/api/panel/me')).status).toBe(401);
    }
  });

  it('is one of fifty at most: the one that was used longest ago goes', async () => {
    const { users, panelCodes } = booted.app.node;
    const cem = await booted.person('cem');
    const { panel, linkId } = await linkPanel(booted, cem);
    const { sessions } = (await ask(cem, 'GET', '/api/me/sessions')).body;
    const sessionId = sessions.find(({ current }: { current: boolean }) => current).id;
    const link = async (code: string) => {
      await panelCodes.open({ _id: code, claim: `claim of ${code}`, label: null, expiresAt: env.now() + 60_000 });
      return users.ask(cem.accountId, { type: 'link_panel', code, linkId: randomUUID(), sessionId });
    };
    skippedMs = 1_000;
    for (let i = 1; i < 50; i += 1) await link(`code ${i}`);
    expect((await ask(panel, 'GET', '/api/panel/me')).status).toBe(200);
    const newest = await link('code 50');
    const { panels } = (await ask(cem, 'GET', '/api/me/panels')).body;
    expect([panels.length, panels.some(({ id }: { id: string }) => id === linkId)]).toEqual([50, false]);
    expect(panels).toContainEqual(expect.objectContaining({ id: newest._id }));
    expect((await ask(panel, 'GET', '/api/panel/me')).status).toBe(401);
  });

  it('knows no link that is unknown or no UUID', async () => {
    for (const id of [randomUUID(), 'kahve']) {
      const gone = await ask(ada, 'DELETE', `/api/me/panels/${id}`);
      expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('notes the last refresh', async () => {
    const { panel, linkId } = await linkPanel(booted, bob);
    skippedMs = 5_000;
    await ask(null, 'POST', '/api/auth/refresh', { refresh_token: panel.refreshToken });
    const { panels } = (await ask(bob, 'GET', '/api/me/panels')).body;
    const { last_used_at: used, linked_at: linked } = panels.find(({ id }: { id: string }) => id === linkId);
    expect(used - linked).toBeGreaterThanOrEqual(5_000);
  });

  it('lets nobody in with a token of the app, or without a username', async () => {
    const app = await ask(ada, 'GET', '/api/panel/me');
    expect([app.status, app.body.error.code]).toEqual([401, 'unauthorized']);
    expect((await ask(null, 'GET', '/api/panel/me')).status).toBe(401);
    const nameless = await booted.person('nobody-yet', { username: null });
    const refused = await ask(nameless, 'GET', '/api/me/panels');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'username_required']);
  });

  it('keeps no secret: neither code nor claim is in the store', async () => {
    const shown = await showCode(booted);
    const codes = await booted.app.store.range('panelCodes', { index: '_id' });
    expect(codes.length).toBeGreaterThan(0);
    for (const secret of [shown.code, shown.claim]) expect(JSON.stringify(codes)).not.toContain(secret);
  });
}

describe('the limit on codes', () => {
  it('is 20 a minute for an address', async () => {
    await using limited = await bootApp({ settings: { RATE_LIMITS: 'on' } });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await limited.ask(null, 'POST', '/api/panel/link', {})).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
