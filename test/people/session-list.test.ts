/** Where the account is logged in, as its owner sees it, and how they end a login they left somewhere else. */
import { io } from 'socket.io-client';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';

onEachEngine('the list of sessions', (engine) => {
  describe('over REST', () => {
    let booted: Booted;
    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    const listOf = async (person: Person) => (await booted.ask(person, 'GET', '/api/me/sessions')).body.sessions;
    const idsOf = async (person: Person) => (await listOf(person)).map(({ id }: { id: string }) => id);

    it('begins with the one that asks and tells nothing secret', async () => {
      const phone = await booted.person('ada');
      const laptop = await booted.person('ada');
      const sessions = await listOf(phone);
      expect(sessions).toHaveLength(2);
      expect(sessions[0]).toEqual({
        id: expect.any(String),
        platform: null,
        device_model: null,
        app_version: null,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.any(Number),
        current: true,
      });
      expect(sessions[1]).toMatchObject({ current: false });
      expect(await idsOf(laptop)).toEqual([sessions[1].id, sessions[0].id]);
    });

    it('ends one of them: its refresh token and its sockets at once, and no other', async () => {
      const phone = await booted.person('bora');
      const laptop = await booted.person('bora');
      const socket = io(booted.url, { transports: ['websocket'], auth: { token: laptop.accessToken } });
      const closed = new Promise((resolve) => socket.on('session:closed', resolve));
      try {
        await poll(() => socket.connected, { until: 'the laptop is connected' });
        const [, other] = await listOf(phone);
        expect((await booted.ask(phone, 'DELETE', `/api/me/sessions/${other.id}`)).status).toBe(204);
        expect(await closed).toEqual({ reason: 'session_closed' });
      } finally {
        socket.close();
      }
      expect(await listOf(phone)).toHaveLength(1);
      const refresh = (person: Person) =>
        booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: person.refreshToken });
      expect((await refresh(laptop)).body.error.code).toBe('invalid_refresh_token');
      expect((await refresh(phone)).status).toBe(200);
    });

    it('knows nothing of other people’s sessions', async () => {
      const ada = await booted.person('cem');
      const eve = await booted.person('deniz');
      const [mine] = await idsOf(ada);
      for (const id of [mine, 'no-uuid', '00000000-0000-4000-8000-000000000000', '__proto__', '%00']) {
        const { status, body } = await booted.ask(eve, 'DELETE', `/api/me/sessions/${id}`);
        expect([status, body.error.code]).toEqual([404, 'not_found']);
      }
      expect(await idsOf(ada)).toEqual([mine]);
    });
  });
});
