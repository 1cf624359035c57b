/** S18: whoever was logged out makes no new session of what they still hold. */
import { claim, linkPanel, showCode } from '../panel/support/panel-people.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';

onEachEngine('a session that is over', (engine) => {
  describe('in the whole service', () => overSessions(engine));
});

function overSessions(engine: EngineSettings): void {
  let booted: Booted;
  let ada: Person;
  beforeAll(async () => {
    const { MONGODB_URI: mongodbUri } = engine();
    booted = await bootApp(mongodbUri ? { mongodbUri } : {});
    ada = await booted.person('ada');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const ask: Booted['ask'] = (...args) => booted.ask(...args);
  const another = () => booted.person('ada');
  const confirm = (person: Person, code: string) => ask(person, 'POST', '/api/me/panels', { code });

  async function closed(how: string): Promise<Person> {
    if (how === 'unlinking') {
      const { panel, linkId } = await linkPanel(booted, ada);
      await ask(ada, 'DELETE', `/api/me/panels/${linkId}`);
      return panel;
    }
    const thief = await another();
    if (how === 'logging out') await ask(null, 'POST', '/api/auth/logout', { refresh_token: thief.refreshToken });
    else await closeFrom(ada, thief);
    return thief;
  }

  async function closeFrom(owner: Person, other: Person): Promise<void> {
    const { sessions } = (await ask(other, 'GET', '/api/me/sessions')).body;
    const { id } = sessions.find(({ current }: { current: boolean }) => current);
    expect((await ask(owner, 'DELETE', `/api/me/sessions/${id}`)).status).toBe(204);
  }

  it.each(['logging out', 'being closed from another device', 'unlinking'])(
    'after %s confirms no panel, and its code stays open for its owner',
    async (how) => {
      const thief = await closed(how);
      const shown = await showCode(booted);
      const refused = await confirm(thief, shown.code);
      expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthorized']);
      expect((await claim(booted, shown.claim)).status).toBe(202);
      expect((await confirm(ada, shown.code)).status).toBe(201);
      expect((await claim(booted, shown.claim)).status).toBe(200);
    },
  );

  it('leaves nothing to claim of a code that it had confirmed before', async () => {
    const thief = await another();
    const shown = await showCode(booted);
    expect((await confirm(thief, shown.code)).status).toBe(201);
    await closeFrom(ada, thief);
    expect((await claim(booted, shown.claim)).status).toBe(404);
  });

  it('gets no copy of the data, neither a new one nor the links of one', async () => {
    const thief = await another();
    const { id } = (await ask(ada, 'POST', '/api/me/export')).body.export;
    expect((await ask(thief, 'GET', `/api/me/exports/${id}`)).status).toBe(200);
    await closeFrom(ada, thief);
    for (const [method, path] of [
      ['POST', '/api/me/export'],
      ['GET', `/api/me/exports/${id}`],
    ] as const) {
      const { status, body } = await ask(thief, method, path);
      expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    }
    expect((await ask(ada, 'GET', `/api/me/exports/${id}`)).status).toBe(200);
  });
}
