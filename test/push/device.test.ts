/** What a session tells of its device over REST, and where its push token is afterwards. */
import { createHash } from 'node:crypto';
import type { Device, Session } from '#actors/user/commands.js';
import { createTokens } from '#src/adapters/credentials/tokens.js';
import type { Account } from '#src/domain/accounts/account.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

onEachEngine('the device of a session', (engine) => {
  describe('over REST', () => {
    let booted: Booted;
    let people = 0;
    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    const somebody = () => booted.person(`kisi${(people += 1)}`);
    const put = (person: Person, body: unknown) => booted.ask(person, 'PUT', '/api/me/device', body);
    const deviceAt = (token: string) => booted.app.store.get<Device>('devices', idOf(token));
    const sessionsOf = ({ accountId }: Person) =>
      booted.app.store.range<Session>('sessions', { index: 'byAccount', prefix: [accountId] });
    const devicesOf = async ({ accountId }: Person) =>
      (await booted.app.store.get<Account>('accounts', accountId))?.devices ?? [];

    const whole = {
      platform: 'android',
      push_token: 'belirteç',
      device_model: '  Pixel 9  ',
      device_manufacturer: 'Google',
      is_emulator: false,
      language: 'tr',
      app_version: '1.4.0',
      os_version: '16',
    };

    it('is kept on the session, trimmed, and shown in the list of sessions', async () => {
      const ada = await somebody();
      expect(await put(ada, whole)).toMatchObject({ status: 204, body: null });
      expect(await sessionsOf(ada)).toMatchObject([
        {
          platform: 'android',
          deviceModel: 'Pixel 9',
          deviceManufacturer: 'Google',
          isEmulator: false,
          language: 'tr',
          appVersion: '1.4.0',
          osVersion: '16',
        },
      ]);
      const { sessions } = (await booted.ask(ada, 'GET', '/api/me/sessions')).body;
      expect(sessions).toMatchObject([{ platform: 'android', device_model: 'Pixel 9', app_version: '1.4.0' }]);
    });

    it('needs no username', async () => {
      const nobody = await booted.person('adsiz', { username: null });
      expect((await put(nobody, { platform: 'web_app' })).status).toBe(204);
      expect((await booted.ask(nobody, 'DELETE', '/api/me/device')).status).toBe(204);
    });

    it('stays as it is where a field is left out, and is unspecified where it is empty', async () => {
      const ada = await somebody();
      await put(ada, { ...whole, push_token: 'kalan' });
      await put(ada, { platform: 'web_app', device_model: '   ' });
      const [session] = await sessionsOf(ada);
      expect(session).toMatchObject({ platform: 'web_app', deviceModel: null, isEmulator: false, language: 'tr' });
      expect(await deviceAt('kalan')).toMatchObject({ account: ada.accountId, token: 'kalan' });
    });

    it.each([
      ['no platform', { push_token: 'x' }],
      ['an unknown platform', { platform: 'windows' }],
      ['an empty token', { platform: 'ios', push_token: '' }],
      ['a token of nothing but a NUL', { platform: 'ios', push_token: '\0' }],
      ['a token that is null', { platform: 'ios', push_token: null }],
      ['a token of 4097 bytes', { platform: 'ios', push_token: 'a'.repeat(4_097) }],
      ['a token of 4097 bytes in 2049 characters', { platform: 'ios', push_token: `a${'ş'.repeat(2_048)}` }],
      ['an unknown world of Apple', { platform: 'ios', push_token: 'x', push_env: 'test' }],
      ['65 characters', { platform: 'ios', device_model: 'ş'.repeat(65) }],
      ['a boolean as text', { platform: 'ios', is_emulator: 'true' }],
      ['a boolean as a number', { platform: 'ios', is_emulator: 1 }],
      ['an unknown language', { platform: 'ios', language: 'de' }],
      ['a list', []],
    ])('is refused with %s, and nothing is kept', async (_, body) => {
      const ada = await somebody();
      const { status, body: answer } = await put(ada, body);
      expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
      expect(await sessionsOf(ada)).toMatchObject([{ platform: null }]);
    });

    it('takes the longest there may be: bytes of a token, characters of a text', async () => {
      const ada = await somebody();
      const token = 'ş'.repeat(2_048);
      expect((await put(ada, { platform: 'ios', push_token: token, device_model: '😀'.repeat(64) })).status).toBe(204);
      expect(await deviceAt(token)).toMatchObject({ token });
    });

    it('belongs to Apple’s production unless told otherwise, and a new token carries nothing over', async () => {
      const ada = await somebody();
      const envs: unknown[] = [];
      for (const body of [
        { push_token: 'ilk' },
        { push_token: 'ilk', push_env: 'sandbox' },
        { push_token: 'ilk' },
        { language: 'en' },
        { push_env: 'production' },
        { push_env: 'sandbox' },
      ]) {
        expect((await put(ada, { platform: 'ios', ...body })).status).toBe(204);
        envs.push((await deviceAt('ilk'))?.env);
      }
      expect(envs).toEqual(['production', 'sandbox', 'sandbox', 'sandbox', 'production', 'sandbox']);
      await put(ada, { platform: 'ios', push_token: 'ikinci' });
      expect(await deviceAt('ilk')).toBeNull();
      expect(await deviceAt('ikinci')).toMatchObject({ env: 'production' });
      await put(ada, { platform: 'android', push_token: 'ikinci', push_env: 'sandbox' });
      expect(await deviceAt('ikinci')).toMatchObject({ env: null });
    });

    it('loses its token, and nothing else, by DELETE, which may be said again and again', async () => {
      const ada = await somebody();
      await put(ada, { ...whole, push_token: 'silinen' });
      expect(await devicesOf(ada)).toEqual([idOf('silinen')]);
      for (const _ of [1, 2]) expect((await booted.ask(ada, 'DELETE', '/api/me/device')).status).toBe(204);
      expect([await deviceAt('silinen'), await devicesOf(ada)]).toEqual([null, []]);
      expect(await sessionsOf(ada)).toMatchObject([{ platform: 'android', deviceModel: 'Pixel 9' }]);
    });

    it('is gone with its token at logout, and then unknown', async () => {
      const ada = await somebody();
      await put(ada, { ...whole, push_token: 'çıkan' });
      expect((await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: ada.refreshToken })).status).toBe(
        204,
      );
      expect([await deviceAt('çıkan'), await devicesOf(ada)]).toEqual([null, []]);
      const { status, body } = await put(ada, whole);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
      expect((await booted.ask(ada, 'DELETE', '/api/me/device')).status).toBe(204);
    });

    it('cannot be told of without a token, or with one that has no session', async () => {
      const ada = await somebody();
      expect((await put({ ...ada, accessToken: 'x' }, whole)).body.error.code).toBe('unauthorized');
      const { secrets } = booted.app.config;
      const tokens = createTokens({ secrets, accessTtlS: 60, refreshTtlS: 60, env: { now: () => Date.now() } });
      const accessToken = tokens.issueAccess(ada.accountId, '00000000-0000-0000-0000-000000000000').token;
      const { status, body } = await put({ ...ada, accessToken }, whole);
      expect([status, body.error.code]).toEqual([401, 'token_expired']);
      // There is nothing to take away, which is what was asked for.
      expect((await booted.ask({ ...ada, accessToken }, 'DELETE', '/api/me/device')).status).toBe(204);
    });

    it('takes the token with it from another session of the account, and from another account', async () => {
      const ada = await somebody();
      const laptop = await booted.person(ada.name);
      const bora = await somebody();
      for (const [person, account] of [
        [ada, ada],
        [laptop, ada],
        [bora, bora],
        [ada, ada],
        [bora, bora],
      ] as const) {
        expect((await put(person, { platform: 'android', push_token: 'gezgin' })).status).toBe(204);
        expect(await deviceAt('gezgin')).toMatchObject({ account: account.accountId });
      }
      // Whoever had it once may go without taking it along.
      for (const { refreshToken } of [ada, laptop]) {
        await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: refreshToken });
      }
      expect(await deviceAt('gezgin')).toMatchObject({ account: bora.accountId });
    });

    it('is one session’s in the end when many register one token at once', async () => {
      const many = await Promise.all(Array.from({ length: 10 }, somebody));
      const answers = await Promise.all(
        many.map((person) => put(person, { platform: 'android', push_token: 'kavga' })),
      );
      expect(answers.map(({ status }) => status)).toEqual(many.map(() => 204));
      const owner = (await deviceAt('kavga'))?.account;
      expect(many.map(({ accountId }) => accountId)).toContain(owner);
      for (const { refreshToken, accountId } of many) {
        if (accountId === owner) continue;
        await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: refreshToken });
      }
      expect((await deviceAt('kavga'))?.account).toBe(owner);
    });

    it('decides which letters hashtags are folded by, from then on', async () => {
      const ada = await somebody();
      const slug = `oda-${ada.name}`;
      await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
      const tagOf = async () => {
        const { body } = await booted.ask(ada, 'POST', `/api/rooms/${slug}/messages`, { body: '#IŞIK' });
        return body.message.hashtags;
      };
      expect(await tagOf()).toEqual(['işik']);
      await put(ada, { platform: 'web_app', language: 'tr' });
      expect(await tagOf()).toEqual(['ışık']);
    });
  });
});
